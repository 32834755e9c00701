import { byId, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer();

const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';
const preferences = `<PreferencesQueryRs ${OK}><PreferencesRet><AccountingPreferences><ClosingDate>2019-12-31</ClosingDate></AccountingPreferences></PreferencesRet></PreferencesQueryRs>`;

const queueWith = (...answers: string[]) => ({
	body: {
		data: answers.map((answer, index) => ({
			id: `answer-${index}`,
			state: 'response_received',
			response_xml: `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${answer}</QBXMLMsgsRs></QBXML>`,
		})),
		page: 1,
		total_pages: 1,
	},
});

const invoiceOn = (transactionDate: string) => ({
	connection: byId('3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b'),
	customerListId: '80000002-1',
	transactionDate,
	lines: { line: [{ itemListId: '80000001-1' }] },
	result: 'queuedRequest',
});

test.each([
	['by itself', [preferences]],
	['after another answer', [`<CustomerQueryRs ${OK} />`, preferences]],
	[
		'in one document with what was asked for besides',
		[
			`<InvoiceQueryRs ${OK}><InvoiceRet><TxnID>1-1</TxnID></InvoiceRet></InvoiceQueryRs>${preferences}`,
		],
	],
])(
	'a date in a closed period is refused if the queue shows the preferences %s',
	async (_, answers) => {
		server.answerWith(queueWith(...answers));
		const run = await runOperation(server, 'invoice.create', invoiceOn('2019-12-31'));
		expect(run.error?.message).toContain('the books are closed through 2019-12-31');
		expect(server.received.map(({ method }) => method)).toEqual(['GET']);
	},
);

test('a date after it is sent', async () => {
	const empty = queueWith();
	server.answerWith(queueWith(preferences), empty, empty, { body: { data: { id: 'any' } } });
	await runOperation(server, 'invoice.create', invoiceOn('2020-01-01'));
	expect(server.received.map(({ method }) => method)).toContain('POST');
});
