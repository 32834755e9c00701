import { guaranteesList } from '../test/conformance/support/guarantees';

/** The page on what holds with which service, from the conformance suite's list. */
export const anyServicePage = (): string => `# What is guaranteed with which service

The nodes work with every service that keeps [the interface](interface.md). Where that leaves something open, a service may choose. The
nodes then do the right thing, or stop with an error that says what is unclear. There is never a success with records missing, a lost
page, or a write that is sent twice, except as said below and in
[waiting.md](waiting.md#what-is-not-guaranteed).

\`npm run test:all -- conformance --base-url … --api-key …\` finds out what your service does, and ends with these sentences. With
\`--connection ID\`, it also finds out what only a desktop shows. In parentheses is the section of the interface.

${guaranteesList()}
`;
