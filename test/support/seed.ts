/**
 * Where everything that tests draw at random begins. The same each time unless TEST_SEED says otherwise, so that what fails does
 * so because of the change that is tried; the run of each night has a new one.
 */
export const seed = Number(process.env.TEST_SEED ?? 1);
