import { referenceTo } from '../../company/identifiers';
import { statusOf } from '../protocol/status-errors';
import { answerRecord } from '../query/output';
import { preferencesRet } from '../records/company';
import { leaf, text } from '../schema/particles';
import type { RequestType } from '../schema/request-type';

export const preferencesQuery: RequestType = {
	name: 'PreferencesQueryRq',
	attributes: [],
	content: [leaf('IncludeRetElement', text(50), { repeats: true })],
	answer: (request, company) => {
		const [homeCurrency] = company.currencies;
		const [usualTax] = company.items.filter(({ kind }) => kind === 'ItemSalesTaxRet');
		const [taxable, nonTaxable] = company.salesTaxCodes;
		const record = {
			AccountingPreferences: {
				IsUsingAccountNumbers: 'true',
				IsRequiringAccounts: 'true',
				IsUsingClassTracking: 'true',
			},
			MultiCurrencyPreferences: {
				IsMultiCurrencyOn: 'true',
				HomeCurrencyRef: referenceTo(homeCurrency),
			},
			SalesTaxPreferences: {
				DefaultItemSalesTaxRef: referenceTo(usualTax),
				PaySalesTax: 'Quarterly',
				DefaultTaxableSalesTaxCodeRef: referenceTo(taxable),
				DefaultNonTaxableSalesTaxCodeRef: referenceTo(nonTaxable),
			},
		};
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'PreferencesRet', record, preferencesRet)],
		};
	},
};
