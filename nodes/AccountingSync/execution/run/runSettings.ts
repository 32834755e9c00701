import { HIGHEST_LIMIT } from '../../../../queue/calls/callLimit';
import type { IfAlreadyQueued } from '../../../../queue/once/decide';
import { trueOrFalse, wholeNumber } from '../../../../quickbooks/form/convert';
import { type Form, optionsOf } from '../../../../quickbooks/form/form';
import { notListed } from '../../../../quickbooks/form/formError';
import {
	isReadHere,
	keepOrderOfItems,
	type ResultMode,
	waitingModes,
	waitingOptions,
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
	const { values, timezone } = form;
	const options = optionsOf(form);
	const number = (name: string) => {
		const { displayName } = waitingOptions.find((option) => option.name === name) ?? {};
		const value = wholeNumber(1)(options[name], { label: displayName ?? name, timezone });
		return value === undefined ? undefined : Number(value);
	};
	const { name: order, displayName: label } = keepOrderOfItems;
	const waitLimit = number('waitLimit');
	const mode = String(values.result) as ResultMode;
	if (mode !== 'queuedRequest' && !waitingModes.includes(mode)) {
		throw notListed('Result', mode);
	}
	return {
		mode,
		simplify: isReadHere(form),
		requestsAtOnce: number('requestsAtOnce') ?? HIGHEST_LIMIT,
		keepsOrder: trueOrFalse(options[order], { label, timezone }) !== false,
		...(waitLimit !== undefined && { waitLimit: waitLimit * MINUTE }),
		whenTimeIsUp: options.whenTimeIsUp === 'data' ? 'data' : 'error',
		ifAlreadyQueued: options.ifAlreadyQueued as IfAlreadyQueued | undefined,
	};
}
