// A browser may miss a key on a busy machine, and n8n a moment. What passes only now is named at the end of the run. At once,
// because the tests of a file may build on each other.
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
