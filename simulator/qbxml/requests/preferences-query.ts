import { referenceTo } from '../../company/identifiers';
import { statusOf } from '../protocol/status-errors';
import { answerRecord, outputElements } from '../query/output';
import type { RequestType } from '../schema/request-type';

export const preferencesQuery: RequestType = {
	name: 'PreferencesQueryRq',
	support: outputElements,
	answer: (request, company) => {
		const [homeCurrency] = company.currencies;
		const [usualTax] = company.items.filter(({ kind }) => kind === 'ItemSalesTaxRet');
		const [taxable, nonTaxable] = company.salesTaxCodes;
		const record = {
			AccountingPreferences: {
				IsUsingAccountNumbers: 'true',
				IsRequiringAccounts: 'true',
				IsUsingClassTracking: 'true',
				IsUsingAuditTrail: 'true',
				IsAssigningJournalEntryNumbers: 'true',
				ClosingDate: company.closingDate,
			},
			FinanceChargePreferences: {
				GracePeriod: '0',
				IsAssessingForOverdueCharges: 'false',
				CalculateChargesFrom: 'DueDate',
				IsMarkedToBePrinted: 'false',
			},
			JobsAndEstimatesPreferences: {
				IsUsingEstimates: 'true',
				IsUsingProgressInvoicing: 'false',
				IsPrintingItemsWithZeroAmounts: 'false',
			},
			MultiCurrencyPreferences: {
				IsMultiCurrencyOn: 'true',
				HomeCurrencyRef: referenceTo(homeCurrency),
			},
			PurchasesAndVendorsPreferences: {
				IsUsingInventory: 'true',
				DaysBillsAreDue: '10',
				IsAutomaticallyUsingDiscounts: 'false',
			},
			ReportsPreferences: {
				AgingReportBasis: 'AgeFromDueDate',
				SummaryReportBasis: 'Accrual',
			},
			SalesAndCustomersPreferences: {
				IsTrackingReimbursedExpensesAsIncome: 'false',
				IsAutoApplyingPayments: 'true',
			},
			SalesTaxPreferences: {
				DefaultItemSalesTaxRef: referenceTo(usualTax),
				PaySalesTax: 'Quarterly',
				DefaultTaxableSalesTaxCodeRef: referenceTo(taxable),
				DefaultNonTaxableSalesTaxCodeRef: referenceTo(nonTaxable),
			},
			CurrentAppAccessRights: {
				IsAutomaticLoginAllowed: 'false',
				IsPersonalDataAccessAllowed: 'false',
			},
		};
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'PreferencesRet', record)],
		};
	},
};
