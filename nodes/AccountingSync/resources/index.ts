// Every resource of the node, one line each: what else knows the resources draws them from here.
export { connectionResource } from './connection';
export { creditMemo } from '../../shared/queries/creditMemo';
export { customer } from '../../shared/queries/customer';
export { dataExtension } from './dataExtension';
export { invoice } from './invoice';
export { item } from '../../shared/queries/item';
export { queuedRequestResource } from './queuedRequest';
export { salesTaxCode } from '../../shared/queries/salesTaxCode';
export { salesTaxItem } from '../../shared/queries/salesTaxItem';
export { vendor } from '../../shared/queries/vendor';
