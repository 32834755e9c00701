// Every pre-built write, one line each. Routes, OpenAPI document and requests come from this list.
export { createInvoice } from './create-invoice';
export { setDataExtension } from './set-data-extension';
