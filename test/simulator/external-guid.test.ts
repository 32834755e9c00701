import { createCompany } from '../../simulator/company/seed/create-company';
import { writeTree } from '../support/xml-trees';
import { type Desk, openDesk } from './support/ask';
import { fullAddition } from './support/full-addition';

const GUID = '{7d543f23-f3b1-4dea-8ff4-37bd26d15e6c}';

const openSmallDesk = (): Desk =>
	openDesk(
		createCompany({ invoices: 2, creditMemos: 1, now: () => new Date('2026-02-03T04:05:06Z') }),
	);

type Fields = Record<string, unknown>;

const only = ({ ask }: Desk, kind: string, request: string): Fields =>
	ask(request).records[`${kind}Ret`]?.[0] ?? {};

const customer = (guid: string): string =>
	`<CustomerAddRq><CustomerAdd><Name>New</Name><ExternalGUID>${guid}</ExternalGUID></CustomerAdd></CustomerAddRq>`;

test('a voided transaction keeps its external GUID', () => {
	const desk = openSmallDesk();
	const { TxnID } = only(desk, 'Invoice', writeTree(fullAddition('Invoice', '')));
	const named = `<TxnID>${String(TxnID)}</TxnID>`;
	desk.ask(`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType>${named}</TxnVoidRq>`);
	expect(only(desk, 'Invoice', `<InvoiceQueryRq>${named}</InvoiceQueryRq>`)).toMatchObject({
		ExternalGUID: GUID,
		Memo: expect.stringMatching(/^VOID:/),
	});
});

test.each(['0', GUID, GUID.toUpperCase()])('%s is an external GUID', (guid) => {
	expect(only(openSmallDesk(), 'Customer', customer(guid)).ExternalGUID).toBe(guid);
});

test.each(['', 'x', '00', GUID.slice(1, -1), GUID.replace('7', 'g'), `${GUID} `, `{${GUID}}`])(
	'"%s" is none, and nothing is written',
	(guid) => {
		const desk = openSmallDesk();
		const { customers } = desk.company;
		const before = customers.length;
		expect(desk.ask(customer(guid))).toMatchObject({
			statusCode: '3065',
			statusMessage: `There was an error when converting the GUID value "${guid}" in the field "ExternalGUID".`,
		});
		expect(customers).toHaveLength(before);
	},
);
