// Every resource that is more than a record, one per line. The records are in shared/records, since the trigger uses them
// too; all their operations are drawn from there.
export { books } from './books';
export { company } from './company';
export { connectionResource } from './connection';
export { dataExtension } from './dataExtension';
export { deletedRecord } from './deletedRecord';
export { queuedRequestResource } from './queuedRequest';
export { report } from './report';
