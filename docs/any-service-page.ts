import { guaranteesTable } from '../test/conformance/support/guarantees';

/** The page on what holds with which service, from the conformance suite's table. */
export const anyServicePage = (): string => `# What holds with which service

The nodes work with every service that keeps the interface. The interface leaves many things open: where a search looks,
what a list shows, how pages are numbered, what a webhook holds. Each way to take it is lawful, and for each of them the nodes do
the right thing or stop with an error that says what is unclear. Never: a success with records missing, a page that
vanishes, a write that goes out twice.

This table says what you can count on. \`npm run conformance -- --base-url … --api-key …\` finds out which row your service is
(with \`--connection ID\` also what only a desktop shows), and ends with these sentences. The tests play every row, with lost
answers, retries and deletions, against a second service that was written from the interface alone: \`npx jest --selectProjects lawful\`.

${guaranteesTable()}

What follows from it for waiting and for writes is told in [waiting.md](waiting.md), for the trigger in [trigger.md](trigger.md).
`;
