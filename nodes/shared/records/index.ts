// Every record, one per line. Forms, requests, outputs and the trigger are drawn from these.
export { bill } from './bill';
export { billPayment } from './billPayment';
export { check } from './check';
export { creditMemo } from './creditMemo';
export { customer } from './customer';
export { inventoryAdjustment } from './inventoryAdjustment';
export { invoice } from './invoice';
export { item } from './item';
export { journalEntry } from './journalEntry';
export { purchaseOrder } from './purchaseOrder';
export { salesTaxCode } from './salesTaxCode';
export { salesTaxItem } from './salesTaxItem';
export { vendor } from './vendor';
export { vendorCredit } from './vendorCredit';
