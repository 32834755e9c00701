// Every resource that is more than a query, one line each. The queries stand in shared/queries, for the trigger too.
export { connectionResource } from './connection';
export { dataExtension } from './dataExtension';
export { invoice } from './invoice';
export { queuedRequestResource } from './queuedRequest';
