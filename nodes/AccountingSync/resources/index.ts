// Every resource that is more than a record, one per line. All operations of records are made from quickbooks/records.
export { books } from './books';
export { company } from './company';
export { connectionResource } from './connection';
export { dataExtension } from './dataExtension';
export { deletedRecord } from './deletedRecord';
export { queuedRequestResource } from './queuedRequest';
export { report } from './report';
