import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import type { Write } from '../../../../queue/requests/write';

export const CONNECTION = 'c1';

interface Content {
	memo?: string;
	requestId?: string;
	guid?: string;
	element?: string;
	/** What the service added. */
	defaults?: Record<string, string>;
}

/** The request of an invoice with a memo, as a record shows it in JSON. */
export const invoiceJson = ({
	memo = 'a',
	requestId,
	guid,
	element = 'InvoiceAddRq',
	defaults = {},
}: Content) => ({
	version: '13.0',
	request: {
		name: element,
		attributes: requestId === undefined ? {} : { requestID: requestId },
		children: [
			{ name: 'Memo', text: memo },
			...(guid === undefined ? [] : [{ name: 'ExternalGUID', text: guid }]),
			...Object.entries(defaults).map(([name, text]) => ({ name, text })),
		],
	},
});

/** The application's answer that refuses an invoice. */
const REFUSAL_XML =
	'<QBXML><QBXMLMsgsRs><InvoiceAddRs statusCode="3140" statusSeverity="Error" statusMessage="There is no such customer."/></QBXMLMsgsRs></QBXML>';

/** The application's answer that has added an invoice. */
export const ADDED_XML =
	'<QBXML><QBXMLMsgsRs><InvoiceAddRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><InvoiceRet><TxnID>1-1</TxnID></InvoiceRet></InvoiceAddRs></QBXMLMsgsRs></QBXML>';

/** What a record has in each state that matters. */
const inState = {
	waiting: { state: 'waiting' },
	written: { state: 'response_received', response_xml: ADDED_XML },
	refused: { state: 'error', response_xml: REFUSAL_XML },
	unknown: { state: 'error', error: { code: 'connection_error', message: 'It broke off.' } },
} as const;

interface Shown extends Content {
	is?: keyof typeof inState;
	/** When it was queued, by the service's clock. */
	at?: string;
	/** Whether the list leaves the request out. */
	isHidden?: boolean;
}

/** A queued invoice, as the service shows it. */
export const queuedInvoice = (
	id: string,
	{ is = 'waiting', at, isHidden = false, ...content }: Shown = {},
): QueuedRecord => ({
	id,
	...inState[is],
	...(at !== undefined && { inserted_at: at }),
	...(!isHidden && { request_json: invoiceJson(content) }),
});

/** The first request of the first item of the run with the prefix `n8n-run1-`, which adds an invoice with the memo `a`. */
export const madeWrite: Write = {
	connectionId: CONNECTION,
	request: {
		method: 'POST',
		path: '/connections/c1/queued_requests',
		body: { request_json: invoiceJson({ requestId: 'n8n-run1-0-abcdefgh-mark1' }) },
	},
	identifier: 'n8n-run1-0-abcdefgh',
	identity: 'made',
	isRead: false,
	key: 'n8n-run1-0-abcdefgh',
	slot: '0',
	slotPrefix: 'n8n-run1-0-',
	part: '',
	externalGuid: '',
};

/** The same with an identifier of somebody's own. */
export const namedWrite = (identity: 'order' | 'users', identifier = 'A-1'): Write => ({
	...madeWrite,
	identity,
	identifier,
	request: {
		...madeWrite.request,
		body: { request_json: invoiceJson({ requestId: identifier }) },
	},
});

/** Whose runs they are, of one n8n. */
export const ownerOf = (workflowId: string, address = 'https://n8n.example') => ({
	instanceId: 'instance',
	address,
	workflowId,
	nodeId: 'node',
});
