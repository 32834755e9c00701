// Every pre-built query, one line each. Routes, OpenAPI document and requests come from this list.
export { queryCreditMemos } from './credit-memos';
export { queryCustomers } from './customers';
export { queryInvoices } from './invoices';
export { queryItems } from './items';
export { querySalesTaxCodes } from './sales-tax-codes';
export { querySalesTaxItems } from './sales-tax-items';
export { queryVendors } from './vendors';
