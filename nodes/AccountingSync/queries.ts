import type { QueryOperation } from './query';
import { queryCreditMemos } from './resources/creditMemo/query';
import { queryCustomers } from './resources/customer/query';
import { queryInvoices } from './resources/invoice/query';
import { queryItems } from './resources/item/query';
import { querySalesTaxCodes } from './resources/salesTaxCode/query';
import { querySalesTaxItems } from './resources/salesTaxItem/query';
import { queryVendors } from './resources/vendor/query';

/** The queries by the value of their resource, for whoever queues them beside the action node. */
export const queries: Readonly<Record<string, QueryOperation>> = {
	creditMemo: queryCreditMemos,
	customer: queryCustomers,
	invoice: queryInvoices,
	item: queryItems,
	salesTaxCode: querySalesTaxCodes,
	salesTaxItem: querySalesTaxItems,
	vendor: queryVendors,
};
