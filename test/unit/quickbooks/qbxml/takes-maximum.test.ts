import { loadRequestFacts } from '../../../../quickbooks/qbxml/requestFacts';
import { takesMaximum } from '../../../../quickbooks/qbxml/takesMaximum';

test.each<[request: string, values: Record<string, unknown>, takes: boolean]>([
	['InvoiceQueryRq', {}, true],
	['InvoiceQueryRq', { IncludeRetElement: ['TxnID'], IncludeLineItems: true }, true],
	['InvoiceQueryRq', { 'EntityFilter.FullName': ['A'], PaidStatus: 'All' }, true],
	['InvoiceQueryRq', { 'RefNumberFilter.RefNumber': '1' }, true],
	['InvoiceQueryRq', { TxnID: ['1-1'] }, false],
	['InvoiceQueryRq', { RefNumber: ['1'] }, false],
	['CustomerQueryRq', { FullName: ['A'] }, false],
	['CustomerQueryRq', { 'NameFilter.Name': 'A' }, true],
	// Its maximum stands beside the choice.
	['ItemSitesQueryRq', { ListID: ['1-1'] }, true],
	['TransactionQueryRq', { RefNumber: ['1'] }, true],
	['TransactionQueryRq', { TxnID: ['1-1'] }, false],
	['CompanyQueryRq', {}, false],
	['ListDeletedQueryRq', { ListDelType: ['Customer'] }, false],
	['NoSuchQueryRq', {}, false],
])('%s with %j takes a maximum: %j', async (request, values, takes) => {
	expect(takesMaximum((await loadRequestFacts()).get(request), values)).toBe(takes);
});
