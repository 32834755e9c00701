// Every query, one line each: forms, requests and the trigger are drawn from here.
export { creditMemo } from './creditMemo';
export { customer } from './customer';
export { invoice } from './invoice';
export { item } from './item';
export { salesTaxCode } from './salesTaxCode';
export { salesTaxItem } from './salesTaxItem';
export { vendor } from './vendor';
