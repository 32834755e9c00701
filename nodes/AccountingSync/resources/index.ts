// Every resource that is more than a query, one per line. The queries are in shared/queries, since the trigger uses
// them too.
export { connectionResource } from './connection';
export { dataExtension } from './dataExtension';
export { invoice } from './invoice';
export { queuedRequestResource } from './queuedRequest';
