import type { IDataObject } from 'n8n-workflow';

import { answerIn, type Answer } from '../../shared/answer/records';

/** What the service posts when a page of a request is complete (interface, section 6). */
export interface Delivery {
	timestamp: string;
	id: string;
	page_request_id: string;
	page: number;
	state: 'completed' | 'error' | 'discarded';
	response_xml: string | null;
	response_json: unknown[] | null;
	error: IDataObject | null;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const orNothing =
	(check: Check): Check =>
	(value) =>
		value === undefined || value === null || check(value);

/** What each field of a delivery must be. */
const checks: Record<keyof Delivery, Check> = {
	timestamp: isText,
	id: isText,
	page_request_id: isText,
	page: (value) => Number.isInteger(value) && Number(value) >= 1,
	state: (value) => value === 'completed' || value === 'error' || value === 'discarded',
	response_xml: orNothing((value) => typeof value === 'string'),
	response_json: orNothing(Array.isArray),
	error: orNothing((value) => typeof value === 'object' && !Array.isArray(value)),
};

/** A delivery with the answer that it carries, null when it carries none. */
export interface Page {
	delivery: Delivery;
	answer: Answer | null;
}

function deliveryFrom(given: unknown): Delivery | undefined {
	if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
	const fields = given as Record<string, unknown>;
	const holds = Object.entries(checks).every(([name, check]) => check(fields[name]));
	return holds
		? ({ response_xml: null, response_json: null, error: null, ...fields } as Delivery)
		: undefined;
}

/** What a body says in JSON, or undefined when it is none. */
export function jsonIn(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}

/** The page in what a body says, or undefined when that is no delivery or its XML can't be read. */
export function pageFrom(given: unknown): Page | undefined {
	const delivery = deliveryFrom(given);
	if (delivery === undefined) return undefined;
	try {
		return { delivery, answer: answerIn(delivery) };
	} catch {
		return undefined;
	}
}
