import { guaranteesTable } from '../test/conformance/support/guarantees';

/** The page on what holds with which service, from the conformance suite's table. */
export const anyServicePage = (): string => `# What is guaranteed with which service

The nodes work with every service that keeps the interface. The interface leaves many things open: where a search looks, what a list
shows, how pages are numbered, what a webhook contains. A service may read each of these in its own way. In every case, the nodes
either do the right thing, or stop with an error that says what is unclear. There is never a success with records missing, a lost
page, or a write that is sent twice.

This table says what you can count on. \`npm run test:all -- conformance --base-url … --api-key …\` finds out which rows describe
your service, and ends with these sentences. With \`--connection ID\`, it also finds out what only a desktop shows. The tests try
every row, with lost answers, retries and deletions, against a second service that was written only from the interface: \`npm run test:all -- lawful\`.

${guaranteesTable()}

[waiting.md](waiting.md) says what follows from this for waiting and for writes, and [trigger.md](trigger.md) for the trigger.
`;
