// Every pre-built write, one line each: routes, document and requests are drawn from here.
export { createInvoice } from './create-invoice';
export { setDataExtension } from './set-data-extension';
