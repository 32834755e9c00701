import type { INodeProperties } from 'n8n-workflow';

import { HIGHEST_LIMIT } from '../../../../queue/calls/callLimit';
import { trueOrFalse } from '../../../../quickbooks/form/convert';
import { type Form, valueOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { noticeField } from '../../../shared/fields/noticeField';

/** What a queueing operation returns. */
export type ResultMode = 'wait' | 'waitSuspended' | 'waitPolling' | 'queuedRequest';

/** Whether the records come out, and not the queued request as it is. An expression may give a switch as text. */
export const isReadHere = (form: Form): boolean =>
	form.values.result !== 'queuedRequest' && valueOf(form, simplify, trueOrFalse) !== false;

/**
 * Refuses a form whose result would come out without being looked at here.
 * @param label Of the field that is of no use then.
 * @throws FormError that says what to choose.
 */
export function requireReadHere(form: Form, label: string): void {
	if (isReadHere(form)) return;
	throw new FormError(
		`${label} can't be used when the queued request is returned as it is.`,
		'Choose Wait under Result and switch on Simplify, or remove the field: it needs the records themselves.',
	);
}

/**
 * Refuses to return the queued request as it is.
 * @throws FormError with the message and the advice.
 */
export function requireWait({ values }: Form, message: string, advice: string): void {
	if (values.result === 'queuedRequest') throw new FormError(message, advice);
}

const notice = noticeField(
	'queueNotice',
	"The request waits in the queue until the desktop's next sync.",
);

const queuedRequestMode = {
	name: 'Return the Queued Request',
	value: 'queuedRequest',
	description: 'Continue immediately; check the outcome later',
};

const modesOfWaiting = [
	{
		name: 'Wait',
		value: 'wait',
		description: 'Wait for the answer, using the best method available',
	},
	{
		name: 'Wait (Keep Checking)',
		value: 'waitPolling',
		description: 'Check again and again, for short waits and for n8n behind a firewall',
	},
	{
		name: 'Wait (Sleep Until Done)',
		value: 'waitSuspended',
		description: 'Sleep until everything is done, for hours if necessary',
	},
];

export const waitingModes = modesOfWaiting.map(({ value }) => value);

const result: INodeProperties = {
	displayName: 'Result',
	name: 'result',
	type: 'options',
	noDataExpression: true,
	options: [queuedRequestMode, ...modesOfWaiting],
	default: 'wait',
	description:
		'Whether to wait for the answer from QuickBooks. If the desktop is off, that takes until it is on again and has synced.',
};

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { show: { result: waitingModes } },
};

/** The fields that say what a queueing operation returns. */
export const resultFields = (standard: ResultMode): INodeProperties[] => [
	notice,
	{ ...result, default: standard },
	simplify,
];

/** The same for an operation of several steps, which has to wait for each of them. */
export const resultFieldsOfSteps: INodeProperties[] = [
	notice,
	{ ...result, options: modesOfWaiting, description: 'How to wait for the answer from QuickBooks' },
	simplify,
];

/** For writes that don't depend on each other, in operations whose requests are one write for each item. */
export const keepOrderOfItems: INodeProperties = {
	displayName: 'Keep the Order of Items',
	name: 'keepOrderOfItems',
	type: 'boolean',
	default: true,
	description:
		'Whether to send one item after the other, so that QuickBooks numbers what it creates in their order. Switched off, several are sent at once, which is faster if you give your own numbers. Items with the same Order Number or Custom Request ID keep their order. All items do if When the Outcome Is Unknown is Look in the Books.',
};

export const requestsAtOnce: INodeProperties = {
	displayName: 'Requests at Once',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: HIGHEST_LIMIT },
	default: HIGHEST_LIMIT,
	description:
		'How many calls to the service to make at once, at most. Up to this number, there are more while the service answers fast, and fewer when it is busy. Writes to one connection go one after the other, in the order of the items, unless Keep the Order of Items is switched off.',
};

export const waitLimit: INodeProperties = {
	displayName: 'Wait At Most (Minutes)',
	name: 'waitLimit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description:
		'After how many minutes to stop waiting. Without this option it is 24 hours when sleeping and 5 minutes when checking.',
};

/** The options for waiting, and for requests that may already be queued. */
export const waitingOptions: INodeProperties[] = [
	{
		displayName: 'If This ID Is Already Queued',
		name: 'ifAlreadyQueued',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Queue nothing and stop with an error' },
			{ name: 'Queue Anyway', value: 'queueAnyway', description: 'Queue the request again' },
			{
				name: 'Return the Existing One',
				value: 'returnExisting',
				description: 'Queue nothing and continue with the existing request',
			},
		],
		default: 'returnExisting',
		description:
			"What to do if a request with the same Order Number or Custom Request ID is already queued for this connection. Requests that QuickBooks refused don't count. Without this option, an order is returned if its contents are the same and fails if they aren't, and a Custom Request ID is queued again.",
	},
	requestsAtOnce,
	waitLimit,
	{
		displayName: 'When the Time Is Up',
		name: 'whenTimeIsUp',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'error',
				description: 'Stop with an error that says what is still waiting',
			},
			{
				name: 'Return as Data',
				value: 'data',
				description: 'Return the queued request, with a note of what it is waiting for',
			},
		],
		default: 'error',
		description: "What to do with requests that haven't completed when the time is up",
	},
];
