import { openDesk } from './support/ask';

const mod = (target: string, name = 'Route', value = 'Süd &amp; Ost'): string =>
	`<DataExtModRq><DataExtMod><OwnerID>0</OwnerID><DataExtName>${name}</DataExtName>${target}<DataExtValue>${value}</DataExtValue></DataExtMod></DataExtModRq>`;

const customer = (reference: string): string =>
	`<ListDataExtType>Customer</ListDataExtType><ListObjRef>${reference}</ListObjRef>`;

const transaction = (type: string, txnId: string, lineId = ''): string =>
	`<TxnDataExtType>${type}</TxnDataExtType><TxnID>${txnId}</TxnID>${lineId}`;

describe('a set custom field', () => {
	it('is answered, and stays on the customer', () => {
		const { ask } = openDesk();
		const set = ask(mod(customer('<ListID>80000001-1700000001</ListID>')));
		expect(set).toMatchObject({ name: 'DataExtModRs', statusCode: '0' });
		expect(set.records.DataExtRet).toEqual([
			{ OwnerID: '0', DataExtName: 'Route', DataExtType: 'STR255TYPE', DataExtValue: 'Süd & Ost' },
		]);
		const found = ask(
			'<CustomerQueryRq><ListID>80000001-1700000001</ListID><OwnerID>0</OwnerID></CustomerQueryRq>',
		);
		expect(found.records.CustomerRet[0]).toMatchObject({
			TimeModified: '2026-02-03T04:05:06+00:00',
			DataExtRet: expect.arrayContaining([
				expect.objectContaining({ DataExtName: 'Route', DataExtValue: 'Süd & Ost' }),
				expect.objectContaining({ DataExtName: 'Contract No.' }),
			]),
		});
	});

	it('is found by full name as well', () => {
		const { ask, company } = openDesk();
		expect(ask(mod(customer("<FullName>O'Hara Plumbing</FullName>")))).toMatchObject({
			statusCode: '0',
		});
		expect(company.customers[2].DataExtRet).toContainEqual(
			expect.objectContaining({ DataExtName: 'Route', DataExtValue: 'Süd & Ost' }),
		);
	});

	it('hangs on a transaction, or on one of its lines', () => {
		const { ask, company } = openDesk();
		const [{ TxnID, InvoiceLineRet }] = company.invoices;
		const onLine = `<TxnLineID>${InvoiceLineRet[0].TxnLineID}</TxnLineID>`;
		ask(mod(transaction('Invoice', TxnID), 'Project Code', 'P1'));
		ask(mod(transaction('Invoice', TxnID, onLine), 'Project Code', 'P2'));
		const { records } = ask(
			`<InvoiceQueryRq><TxnID>${TxnID}</TxnID><IncludeLineItems>true</IncludeLineItems><OwnerID>0</OwnerID></InvoiceQueryRq>`,
		);
		expect(records.InvoiceRet[0]).toMatchObject({
			DataExtRet: [{ DataExtValue: 'P1' }],
			InvoiceLineRet: expect.arrayContaining([
				expect.objectContaining({ DataExtRet: [expect.objectContaining({ DataExtValue: 'P2' })] }),
			]),
		});
	});

	it('may be the company’s', () => {
		const { ask } = openDesk();
		ask(mod('<OtherDataExtType>Company</OtherDataExtType>', 'Branch', 'Nord'));
		const { records } = ask('<CompanyQueryRq><OwnerID>0</OwnerID></CompanyQueryRq>');
		expect(records.CompanyRet[0].DataExtRet).toEqual([
			expect.objectContaining({ DataExtName: 'Branch', DataExtValue: 'Nord' }),
		]);
	});
});

describe('a refused custom field', () => {
	it.each([
		['an unknown customer', mod(customer('<ListID>8000FFFF-1</ListID>')), '3120'],
		['an unknown transaction', mod(transaction('CreditMemo', 'FFFFF-1'), 'Project Code'), '3120'],
		[
			'a field nobody defined',
			mod(customer('<ListID>80000001-1700000001</ListID>'), 'Nobody'),
			'3180',
		],
		['a field of other records', mod(transaction('Invoice', '1-1'), 'Route'), '3180'],
	])('%s', (_, request, statusCode) => {
		const { ask, company } = openDesk();
		const before = JSON.stringify(company);
		expect(ask(request)).toMatchObject({ statusCode, statusSeverity: 'Error', records: {} });
		expect(JSON.stringify(company)).toBe(before);
	});
});
