// Every record, one per line. Forms, requests, outputs and the trigger are drawn from these.
export { account } from './account';
export { classKind } from './class';
export { creditMemo } from './creditMemo';
export { customer } from './customer';
export { employee } from './employee';
export { invoice } from './invoice';
export { item } from './item';
export { salesTaxCode } from './salesTaxCode';
export { salesTaxItem } from './salesTaxItem';
export { vendor } from './vendor';
