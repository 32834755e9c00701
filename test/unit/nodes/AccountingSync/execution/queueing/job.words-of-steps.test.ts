import type { IDataObject } from 'n8n-workflow';

import { jobsOf, wordsOfStep } from '../../../../../../nodes/AccountingSync/execution/queueing/job';
import { isFurther } from '../../../../../../nodes/AccountingSync/operations/steps';
import { STEP_WORDS_LENGTH } from '../../../../../../queue/requests/identifiers';
import type { Form } from '../../../../../../quickbooks/form/form';
import { elementsIn } from '../../../../../../quickbooks/qbxml/answer';
import { requestMessages } from '../../../../../../quickbooks/qbxml/requestMessages';
import { CONNECTION_ID, operationOf, queues } from '../../../../support/request-of';
import { byName } from '../../../../support/written';

const naming = {
	prefix: 'n8n-run-',
	executionMark: '0123abcd',
	isTool: false,
	execution: '1',
	round: 1,
};
const qbxml = {
	facts: requestMessages,
	desktops: new Map([[CONNECTION_ID, { version: '16.0', isForeign: false }]]),
};
const formOf = (filledIn: IDataObject): Form => ({
	values: { connection: CONNECTION_ID, ...filledIn },
	timezone: 'UTC',
});

function stepsOf(resource: string, name: string) {
	const operation = operationOf(resource, name);
	if (!queues(operation) || !operation.steps) throw new Error(`${name} has no steps.`);
	return { operation, steps: operation.steps };
}

/** In what the keys end of the writes that follow from the answers to a step, and in what they do as far as the form tells. */
function wordsAfter(
	[resource, name, step]: readonly [resource: string, operation: string, step: string],
	filledIn: IDataObject,
	{ xml = '', kept = {} }: { xml?: string; kept?: IDataObject },
) {
	const { operation, steps } = stepsOf(resource, name);
	const form = formOf(filledIn);
	const answers = elementsIn({
		response_xml: `<QBXML><QBXMLMsgsRs><QueryRs statusCode="0">${xml}</QueryRs></QBXMLMsgsRs></QBXML>`,
	});
	const next = steps[step].answered({
		...{ itemIndex: 0, form, forms: new Map(), failed: new Map(), qbxml, kept },
		...{ outcomes: [{ answers, xml, requestId: '1' }], queuedAt: [], externalGuids: [] },
		mayHaveWritten: () => false,
	});
	if (!isFurther(next)) throw new Error('Nothing is written.');
	const position = { item: '0', round: 1, step: Object.keys(steps).indexOf(next.then) };
	const jobs = jobsOf(operation, next.requests, form, 0, naming, position);
	return {
		sent: jobs.map(({ key }) => key.slice(-STEP_WORDS_LENGTH)),
		told: wordsOfStep(operation, steps[next.then], { form, qbxml }),
	};
}

const WAITING =
	'<ReceivePaymentToDepositRet><TxnID>5B1A-1</TxnID><TxnLineID>5B1A-3</TxnLineID></ReceivePaymentToDepositRet>';
const deposit = {
	depositToAccountListId: byName('Checking'),
	transactionDate: '2026-01-15',
	lines: { line: [{ paymentTxnId: '5B1A-1' }] },
	result: 'wait',
};

describe('the words of a step', () => {
	it.each([
		[
			'a record with its parent in its name',
			['customer', 'findOrCreate', 'listed'],
			{ name: 'Cook:Kitchen' },
			{ kept: { fullName: 'Cook:Kitchen' } },
		],
		['what needs to be read first', ['deposit', 'create', 'begun'], deposit, { xml: WAITING }],
	] as Array<[string, ...Parameters<typeof wordsAfter>]>)(
		'are those that it writes: %s',
		(_what, step, filledIn, answer) => {
			const { sent, told } = wordsAfter(step, filledIn, answer);
			expect(sent).toHaveLength(1);
			expect(told).toEqual(sent);
		},
	);

	it('are others where it is sent with something else', () => {
		const wordsWith = (options: IDataObject) =>
			wordsAfter(['deposit', 'create', 'begun'], { ...deposit, options }, { xml: WAITING });
		const webhookUrl = { __rl: true, mode: 'url', value: 'https://example.com/hook' };
		const { sent, told } = wordsWith({ webhookUrl });
		expect(told).toEqual(sent);
		expect(sent).not.toEqual(wordsWith({}).sent);
	});

	it('are none for a form that is wrong now', () => {
		const { operation, steps } = stepsOf('customer', 'findOrCreate');
		const asking = { form: formOf({ name: '' }), qbxml };
		expect(wordsOfStep(operation, steps.created, asking)).toEqual([]);
	});

	it('are unknown if the form alone does not tell them', () => {
		const { operation, steps } = stepsOf('customer', 'findOrCreate');
		const asking = { form: formOf({ name: 'Cook' }), qbxml };
		expect(wordsOfStep(operation, steps.listed, asking)).toBeUndefined();
		expect(wordsOfStep(operation, undefined, asking)).toBeUndefined();
	});
});
