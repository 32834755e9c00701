import { elementsIn } from '../../quickbooks/facts/elements';
import { isGroup } from '../../quickbooks/facts/facts';
import { readMessages } from '../../quickbooks/facts/readMessages';
import { requests } from '../../quickbooks/facts/requests';
import { createCompany } from '../../simulator/company/seed/create-company';
import { requestTypes } from '../../simulator/qbxml/requests';
import { writeTree } from '../support/xml-trees';
import { type Desk, openDesk } from './support/ask';
import { billIn, fullAddition } from './support/full-addition';

const facts = readMessages(requests);

const GUID = '{7d543f23-f3b1-4dea-8ff4-37bd26d15e6c}';

const takesGuid = (kind: string): boolean =>
	elementsIn(facts.get(`${kind}AddRq`)?.content ?? []).some(
		(place) =>
			isGroup(place) && elementsIn(place.content).some(({ name }) => name === 'ExternalGUID'),
	);

const kinds = [...requestTypes.keys()]
	.flatMap((name) => /^(\w+)AddRq$/.exec(name)?.[1] ?? [])
	.filter(takesGuid);

const openSmallDesk = (): Desk =>
	openDesk(
		createCompany({ invoices: 2, creditMemos: 1, now: () => new Date('2026-02-03T04:05:06Z') }),
	);

type Fields = Record<string, unknown>;

const only = ({ ask }: Desk, kind: string, request: string): Fields =>
	ask(request).records[`${kind}Ret`]?.[0] ?? {};

const customer = (guid: string): string =>
	`<CustomerAddRq><CustomerAdd><Name>New</Name><ExternalGUID>${guid}</ExternalGUID></CustomerAdd></CustomerAddRq>`;

test('nearly every addition takes an external GUID', () => {
	expect(kinds.length).toBeGreaterThan(30);
	expect(kinds).toEqual(expect.arrayContaining(['Customer', 'ItemGroup', 'Invoice', 'Deposit']));
});

test.each(kinds)('an added %s keeps its external GUID, and queries give it back', (kind) => {
	const desk = openSmallDesk();
	const added = only(desk, kind, writeTree(fullAddition(kind, billIn(desk.company))));
	expect(added.ExternalGUID).toBe(GUID);
	const id = 'TxnID' in added ? 'TxnID' : 'ListID';
	const asked = `<${kind}QueryRq><${id}>${String(added[id])}</${id}>`;
	expect(only(desk, kind, `${asked}</${kind}QueryRq>`)).toMatchObject({
		EditSequence: added.EditSequence,
		ExternalGUID: GUID,
	});
	if (kind !== 'TimeTracking' && requestTypes.has(`${kind}ModRq`)) {
		const mod = `<${kind}ModRq><${kind}Mod><${id}>${String(added[id])}</${id}><EditSequence>${String(added.EditSequence)}</EditSequence></${kind}Mod></${kind}ModRq>`;
		expect(only(desk, kind, mod).ExternalGUID).toBe(GUID);
	}
});

test('a voided transaction keeps it', () => {
	const desk = openSmallDesk();
	const { TxnID } = only(desk, 'Invoice', writeTree(fullAddition('Invoice', '')));
	const named = `<TxnID>${String(TxnID)}</TxnID>`;
	desk.ask(`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType>${named}</TxnVoidRq>`);
	expect(only(desk, 'Invoice', `<InvoiceQueryRq>${named}</InvoiceQueryRq>`)).toMatchObject({
		ExternalGUID: GUID,
		Memo: expect.stringMatching(/^VOID:/),
	});
});

test.each(['0', GUID, GUID.toUpperCase()])('%s is one', (guid) => {
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
