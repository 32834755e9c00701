// Every record, one per line. Forms, requests, outputs and the trigger are drawn from these.
export { creditMemo } from './creditMemo';
export { customer } from './customer';
export { deposit } from './deposit';
export { estimate } from './estimate';
export { invoice } from './invoice';
export { item } from './item';
export { receivePayment } from './receivePayment';
export { salesOrder } from './salesOrder';
export { salesReceipt } from './salesReceipt';
export { salesTaxCode } from './salesTaxCode';
export { salesTaxItem } from './salesTaxItem';
export { timeTracking } from './timeTracking';
export { vendor } from './vendor';
