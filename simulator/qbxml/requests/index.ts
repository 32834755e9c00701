import type { RequestType } from '../schema/request-type';
import { accountQuery } from './account-query';
import { classQuery } from './class-query';
import { companyQuery } from './company-query';
import { creditMemoQuery } from './credit-memo-query';
import { customerQuery } from './customer-query';
import { dataExtDefQuery } from './data-ext-def-query';
import { dataExtMod } from './data-ext-mod';
import { estimateAdd } from './estimate-add';
import { hostQuery } from './host-query';
import { invoiceAdd } from './invoice-add';
import { invoiceQuery } from './invoice-query';
import { itemQuery } from './item-query';
import { itemSalesTaxQuery } from './item-sales-tax-query';
import { preferencesQuery } from './preferences-query';
import { salesTaxCodeQuery } from './sales-tax-code-query';
import { templateQuery } from './template-query';
import { standardTermsQuery, termsQuery } from './terms-query';
import { vendorQuery } from './vendor-query';

/** Every supported request, by its element. A new one needs one file and one line here. */
export const requestTypes: ReadonlyMap<string, RequestType> = new Map(
	[
		hostQuery,
		companyQuery,
		preferencesQuery,
		customerQuery,
		vendorQuery,
		itemQuery,
		itemSalesTaxQuery,
		salesTaxCodeQuery,
		classQuery,
		accountQuery,
		templateQuery,
		termsQuery,
		standardTermsQuery,
		dataExtDefQuery,
		invoiceQuery,
		creditMemoQuery,
		invoiceAdd,
		estimateAdd,
		dataExtMod,
	].map((type) => [type.name, type]),
);
