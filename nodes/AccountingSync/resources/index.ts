// Every resource that is more than a record, one per line. The records are in shared/records, since the trigger uses them
// too; all their operations are drawn from there.
export { connectionResource } from './connection';
export { dataExtension } from './dataExtension';
export { queuedRequestResource } from './queuedRequest';
