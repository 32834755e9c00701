// Every record, one per line. Forms, requests, outputs and the trigger are drawn from these.
export { account } from './account';
export { bill } from './bill';
export { billPayment } from './billPayment';
export { check } from './check';
export { classKind } from './class';
export { creditMemo } from './creditMemo';
export { customer } from './customer';
export { employee } from './employee';
export { inventoryAdjustment } from './inventoryAdjustment';
export { invoice } from './invoice';
export { item } from './item';
export { journalEntry } from './journalEntry';
export { purchaseOrder } from './purchaseOrder';
export { salesTaxCode } from './salesTaxCode';
export { salesTaxItem } from './salesTaxItem';
export { vendor } from './vendor';
export { vendorCredit } from './vendorCredit';
