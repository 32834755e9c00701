// Every resource of the node, one line each: what else knows the resources draws them from here.
export { connectionResource } from './connection';
export { creditMemo } from './creditMemo/query';
export { customer } from './customer/query';
export { dataExtension } from './dataExtension';
export { invoice } from './invoice';
export { item } from './item/query';
export { queuedRequestResource } from './queuedRequest';
export { salesTaxCode } from './salesTaxCode/query';
export { salesTaxItem } from './salesTaxItem/query';
export { vendor } from './vendor/query';
