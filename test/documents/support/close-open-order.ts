import type { QueueingOperation } from '../../../nodes/AccountingSync/operations/queueingOperation';
import type { RequestContent } from '../../../nodes/AccountingSync/operations/requestContent';
import type { Next, RequestOutcome } from '../../../nodes/AccountingSync/operations/steps';
import { resources } from '../../../nodes/AccountingSync/resources/registry';
import type { Form } from '../../../quickbooks/form/form';
import { elementsInXml } from '../../../quickbooks/qbxml/answerFromXml';
import { requestMessages } from '../../../quickbooks/qbxml/requestMessages';
import { CONNECTION_ID } from '../../unit/support/request-of';

const { operations = [] } = resources.find(({ value }) => value === 'openOrder') ?? {};
const { request, steps = {} } = operations[0] as QueueingOperation;

const form: Form = { values: { connection: CONNECTION_ID, number: 'S-7' }, timezone: 'UTC' };
const qbxml = {
	facts: requestMessages,
	desktops: new Map([[CONNECTION_ID, { version: '16.0', isForeign: false }]]),
};

const xmlOf = (requests: readonly RequestContent[]): string[] =>
	requests.map(({ body }) =>
		String((body as { request_xml: string }).request_xml).replace(
			/^.*<QBXMLMsgsRq onError="stopOnError">|<\/QBXMLMsgsRq><\/QBXML>$/g,
			'',
		),
	);

const progressWith = (outcome: RequestOutcome) => ({
	form,
	qbxml,
	kept: {},
	outcomes: [outcome],
	externalGuids: [''],
	mayHaveWritten: () => false,
	itemIndex: 0,
	forms: new Map([[0, form]]),
	failed: new Map(),
	queuedAt: [''],
});

/** How a request ended that was answered with such an order, or without any. */
function answered(request: string, order: string): RequestOutcome {
	const xml = `<QBXML><QBXMLMsgsRs><${request} statusCode="0">${order}</${request}></QBXMLMsgsRs></QBXML>`;
	return { answers: elementsInXml(xml), xml, requestId: '1' };
}

const order = (isClosed: boolean): string =>
	`<SalesOrderRet><TxnID>5B1A-1700000001</TxnID><EditSequence>17</EditSequence><IsManuallyClosed>${isClosed}</IsManuallyClosed></SalesOrderRet>`;

const shown = (next: Next | undefined) =>
	next && 'requests' in next ? { requests: xmlOf(next.requests), then: next.then } : (next ?? null);

const read = (found: string) =>
	shown(steps.read.answered(progressWith(answered('SalesOrderQueryRs', found))));

function refusal(): string {
	try {
		read('');
		return '';
	} catch (error) {
		return (error as Error).message;
	}
}

const refusedWith = (code: string) =>
	shown(steps.written.refused?.(progressWith({ refusal: { code }, isUnknown: false })));

process.stdout.write(
	JSON.stringify({
		first: xmlOf([request(form, qbxml)].flat()),
		open: read(order(false)),
		closedBefore: read(order(true)),
		missing: refusal(),
		written: shown(steps.written.answered(progressWith(answered('SalesOrderModRs', order(true))))),
		outdated: refusedWith('3200'),
		refused: refusedWith('3170'),
	}),
);
