import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { standingOfRequest } from '../../../../queue/requests/standing';

const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';
const refusal = (code: string) =>
	`statusCode="${code}" statusSeverity="Error" statusMessage="It can't be done."`;

const asked = (requests: string) =>
	`<QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`;
const answered = (answers: string) => `<QBXML><QBXMLMsgsRs>${answers}</QBXMLMsgsRs></QBXML>`;

const added = (type: string, ...ids: string[]): QueuedRecord => ({
	id: 'add',
	state: 'response_received',
	request_xml: asked(`<${type}AddRq><${type}Add/></${type}AddRq>`),
	response_xml: answered(
		ids
			.map(
				(id) => `<${type}AddRs ${OK}><${type}Ret>${id}<Name>x</Name></${type}Ret></${type}AddRs>`,
			)
			.join(''),
	),
});

const invoice = added('Invoice', '<TxnID>1-1</TxnID>');

function names(verb: string, type: string, id: string): string {
	const element = verb === 'ListDel' ? 'ListID' : 'TxnID';
	return `<${verb}Type>${type}</${verb}Type><${element}>${id}</${element}>`;
}

const removal = (
	verb: string,
	type: string,
	id: string,
	{ id: own = 'removal', ...more }: Partial<QueuedRecord> = {},
): QueuedRecord => ({
	id: own,
	state: 'response_received',
	request_xml: asked(`<${verb}Rq>${names(verb, type, id)}</${verb}Rq>`),
	...(more.state === undefined && {
		response_xml: answered(`<${verb}Rs ${OK}>${names(verb, type, id)}</${verb}Rs>`),
	}),
	...more,
});

const refused = (code: string) => ({
	state: 'error',
	response_xml: answered(`<TxnVoidRs ${refusal(code)}/>`),
});
const lost = { state: 'error', error: { code: 'connection_error', message: 'Lost' } };

const there = { is: 'there' };
const gone = { is: 'removed', by: 'removal' };

test.each<[string, QueuedRecord, QueuedRecord[], object]>([
	['nothing came later', invoice, [], there],
	['it was voided', invoice, [removal('TxnVoid', 'Invoice', '1-1')], gone],
	['it was deleted', invoice, [removal('TxnDel', 'Invoice', '1-1')], gone],
	['another one was voided', invoice, [removal('TxnVoid', 'Invoice', '1-2')], there],
	[
		'a record of another list was deleted that has the same ID',
		added('Customer', '<ListID>8-1</ListID>'),
		[removal('ListDel', 'Vendor', '8-1')],
		there,
	],
	[
		'its list record was deleted',
		added('Customer', '<ListID>8-1</ListID>'),
		[removal('ListDel', 'Customer', '8-1')],
		gone,
	],
	[
		'its removal was refused',
		invoice,
		[removal('TxnVoid', 'Invoice', '1-1', refused('3260'))],
		there,
	],
	[
		'its removal was refused, for it is not there',
		invoice,
		[removal('TxnVoid', 'Invoice', '1-1', refused('3120'))],
		gone,
	],
	[
		'its removal waits',
		invoice,
		[removal('TxnVoid', 'Invoice', '1-1', { state: 'waiting' })],
		{ is: 'unclear', because: expect.stringContaining('has not ended yet') },
	],
	[
		'nobody knows of its removal',
		invoice,
		[removal('TxnVoid', 'Invoice', '1-1', lost)],
		{ is: 'unclear', because: expect.stringContaining('nobody knows whether') },
	],
	[
		'nobody knows of its first removal, but the second was carried out',
		invoice,
		[
			removal('TxnVoid', 'Invoice', '1-1', { ...lost, id: 'first' }),
			removal('TxnVoid', 'Invoice', '1-1'),
		],
		gone,
	],
	[
		'a removal has ended, and its answer can not be read',
		invoice,
		[removal('TxnVoid', 'Invoice', '1-1', { state: 'response_received', response_json: [] })],
		{ is: 'unclear', because: expect.stringContaining('nobody knows whether') },
	],
	[
		'it was removed among others, of which one was refused',
		invoice,
		[
			{
				id: 'removal',
				state: 'error',
				request_xml: asked(
					`<TxnVoidRq>${names('TxnVoid', 'Invoice', '1-2')}</TxnVoidRq><TxnVoidRq>${names('TxnVoid', 'Invoice', '1-1')}</TxnVoidRq>`,
				),
				response_xml: answered(
					`<TxnVoidRs ${refusal('3260')}/><TxnVoidRs ${OK}>${names('TxnVoid', 'Invoice', '1-1')}</TxnVoidRs>`,
				),
			},
		],
		gone,
	],
	[
		'it has added two, and one of them was voided',
		added('Invoice', '<TxnID>1-1</TxnID>', '<TxnID>1-2</TxnID>'),
		[removal('TxnVoid', 'Invoice', '1-1')],
		{ is: 'unclear', because: 'only a part of what it has added was voided or deleted' },
	],
	[
		'it has added two, of which one was voided, and the removal of the other waits',
		added('Invoice', '<TxnID>1-1</TxnID>', '<TxnID>1-2</TxnID>'),
		[
			removal('TxnVoid', 'Invoice', '1-1'),
			removal('TxnVoid', 'Invoice', '1-2', { state: 'waiting' }),
		],
		{ is: 'unclear', because: expect.stringContaining('has not ended yet') },
	],
	[
		'it has added two, and both were voided',
		added('Invoice', '<TxnID>1-1</TxnID>', '<TxnID>1-2</TxnID>'),
		[removal('TxnVoid', 'Invoice', '1-1'), removal('TxnVoid', 'Invoice', '1-2')],
		gone,
	],
	[
		'it has changed an invoice that was voided since',
		{
			...invoice,
			response_xml: answered(
				`<InvoiceModRs ${OK}><InvoiceRet><TxnID>1-1</TxnID></InvoiceRet></InvoiceModRs>`,
			),
		},
		[removal('TxnVoid', 'Invoice', '1-1')],
		there,
	],
	[
		'neither its answer nor that to a removal shows an ID',
		added('Invoice', ''),
		[{ ...removal('TxnVoid', 'Invoice', '1-2'), response_xml: answered(`<TxnVoidRs ${OK}/>`) }],
		there,
	],
	[
		'its removal was carried out, but the answer does not show of what',
		invoice,
		[{ ...removal('TxnVoid', 'Invoice', '1-1'), response_xml: answered(`<TxnVoidRs ${OK}/>`) }],
		{ is: 'unclear', because: expect.stringContaining('nobody knows whether') },
	],
	[
		'it is being changed',
		invoice,
		[
			{
				id: 'change',
				state: 'waiting',
				request_xml: asked(
					'<InvoiceModRq><InvoiceMod><TxnID>1-1</TxnID><Memo>Invoice</Memo></InvoiceMod></InvoiceModRq>',
				),
			},
		],
		there,
	],
	['a request waits that shows nothing', invoice, [{ id: 'hidden', state: 'waiting' }], there],
	[
		'its removal waits in a document with a query',
		invoice,
		[
			{
				id: 'both',
				state: 'waiting',
				request_xml: asked(
					`<HostQueryRq/><TxnVoidRq>${names('TxnVoid', 'Invoice', '1-1')}</TxnVoidRq>`,
				),
			},
		],
		{ is: 'unclear', because: expect.stringContaining('has not ended yet') },
	],
	[
		'its removal was refused, for it is not there, in a document with a query',
		invoice,
		[
			{
				id: 'removal',
				state: 'error',
				request_xml: asked(
					`<HostQueryRq/><TxnVoidRq>${names('TxnVoid', 'Invoice', '1-1')}</TxnVoidRq>`,
				),
				response_xml: answered(`<HostQueryRs ${OK}/><TxnVoidRs ${refusal('3120')}/>`),
			},
		],
		gone,
	],
	[
		'it still waits, so that nothing is there to be removed',
		{ ...invoice, state: 'waiting', response_xml: '' },
		[removal('TxnVoid', 'Invoice', '1-1')],
		there,
	],
])('what an order has written, if %s', (_, request, later, expected) => {
	expect(standingOfRequest(request, [request, ...later])).toEqual(expected);
	expect(standingOfRequest(request, [...later].reverse())).toEqual(expected);
});
