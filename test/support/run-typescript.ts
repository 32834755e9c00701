/** What Node.js is told before the name of one of our programs, to run it from its sources. */
export const runTypescript = ['--require', require.resolve('../jest/run-typescript.js')];
