import type { INodeProperties } from 'n8n-workflow';

import { HIGHEST_LIMIT } from '../../../../queue/calls/callLimit';
import type { IfAlreadyQueued } from '../../../../queue/once/decide';
import { trueOrFalse, wholeNumber } from '../../../../quickbooks/form/convert';
import { type Form, optionsOf, valueOf } from '../../../../quickbooks/form/form';
import { notListed } from '../../../../quickbooks/form/formError';
import {
	isReadHere,
	keepOrderOfItems,
	requestsAtOnce,
	type ResultMode,
	waitingModes,
	waitLimit,
} from '../../operations/fields/result';

/** The settings of a run. They come from its first item. */
export interface ResultSettings {
	mode: ResultMode;
	simplify: boolean;
	requestsAtOnce: number;
	/** Whether writes to the same connection go out one after the other, in the order of the items. */
	keepsOrder: boolean;
	/** In milliseconds. Undefined means the default for the way of waiting. */
	waitLimit?: number;
	whenTimeIsUp: 'error' | 'data';
	/** Undefined if the user has not chosen. */
	ifAlreadyQueued?: IfAlreadyQueued;
}

const MINUTE = 60_000;

/** @throws FormError if a number is not valid. */
export function resultSettings(form: Form): ResultSettings {
	const options = optionsOf(form);
	const chosen: Form = { ...form, values: options };
	const number = (field: INodeProperties) => {
		const value = valueOf(chosen, field, wholeNumber(1));
		return value === undefined ? undefined : Number(value);
	};
	const limit = number(waitLimit);
	const mode = String(form.values.result) as ResultMode;
	if (mode !== 'queuedRequest' && !waitingModes.includes(mode)) {
		throw notListed('Result', mode);
	}
	return {
		mode,
		simplify: isReadHere(form),
		requestsAtOnce: number(requestsAtOnce) ?? HIGHEST_LIMIT,
		keepsOrder: valueOf(chosen, keepOrderOfItems, trueOrFalse) !== false,
		...(limit !== undefined && { waitLimit: limit * MINUTE }),
		whenTimeIsUp: options.whenTimeIsUp === 'data' ? 'data' : 'error',
		ifAlreadyQueued: options.ifAlreadyQueued as IfAlreadyQueued | undefined,
	};
}
