import { requestWords } from '../../service/pages/request-words';

function inWords(name: string, children: object[] = [], response?: object) {
	const {
		what,
		number,
		name: party,
	} = requestWords({
		request_json: JSON.stringify({ version: '16.0', request: { name, children } }),
		response_json: response ? JSON.stringify([{ QBXMLMsgsRs: response }]) : null,
	});
	return [what, number, party];
}

describe('a request in words', () => {
	it.each([
		['InvoiceAddRq', 'Create invoice'],
		['InvoiceModRq', 'Update invoice'],
		['InvoiceQueryRq', 'Find invoices'],
		['ItemServiceAddRq', 'Create service item'],
		['ItemNonInventoryQueryRq', 'Find non-inventory items'],
		['SalesTaxCodeQueryRq', 'Find sales tax codes'],
		['ReceivePaymentAddRq', 'Create customer payment'],
		['JournalEntryQueryRq', 'Find journal entries'],
		['ClassQueryRq', 'Find classes'],
		['DataExtModRq', 'Update custom field'],
		['ListMergeRq', 'Merge lists'],
		['HostQueryRq', 'Check whether the desktop is there'],
		['PreferencesQueryRq', 'Read preferences'],
		['NobodyKnowsRq', 'NobodyKnows'],
	])('says what %s does', (name, what) => {
		expect(inWords(name)[0]).toBe(what);
	});

	it('names the type that a request has in its content', () => {
		expect(inWords('TxnVoidRq', [{ name: 'TxnVoidType', text: 'Invoice' }])).toEqual([
			'Void invoice',
			undefined,
			undefined,
		]);
		const type = { name: 'GeneralSummaryReportType', text: 'ProfitAndLossStandard' };
		expect(inWords('GeneralSummaryReportQueryRq', [type])[0]).toBe(
			'Run report profit and loss standard',
		);
	});

	const customer = { name: 'CustomerRef', children: [{ name: 'FullName', text: 'Acme' }] };
	const invoice = {
		name: 'InvoiceAdd',
		children: [customer, { name: 'RefNumber', text: '1042' }],
	};

	it('takes number and customer from the request while there is no answer', () => {
		expect(inWords('InvoiceAddRq', [invoice])).toEqual(['Create invoice', '1042', 'Acme']);
	});

	it('takes them from the answer once it is there, which knows names where the request has IDs', () => {
		const byId = {
			name: 'InvoiceAdd',
			children: [{ name: 'CustomerRef', children: [{ name: 'ListID', text: '8-1' }] }],
		};
		expect(inWords('InvoiceAddRq', [byId])).toEqual(['Create invoice', undefined, undefined]);
		const answer = {
			InvoiceAddRs: {
				'@statusCode': 0,
				InvoiceRet: [{ RefNumber: '1043', CustomerRef: { ListID: '8-1', FullName: 'Bay' } }],
			},
		};
		expect(inWords('InvoiceAddRq', [byId], answer)).toEqual(['Create invoice', '1043', 'Bay']);
	});

	it('names the record itself where it is one of a list', () => {
		const added = { name: 'CustomerAdd', children: [{ name: 'Name', text: 'Acme' }] };
		expect(inWords('CustomerAddRq', [added])).toEqual(['Create customer', undefined, 'Acme']);
	});

	it('takes nothing from the many records that a query has found', () => {
		const answer = {
			CustomerQueryRs: { CustomerRet: [{ FullName: 'Acme' }, { FullName: 'Bay' }] },
		};
		expect(inWords('CustomerQueryRq', [], answer)).toEqual([
			'Find customers',
			undefined,
			undefined,
		]);
	});
});
