import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../shared/form/convert';
import type { Form } from '../../shared/form/form';
import { objectFrom } from '../../shared/form/json';
import { optionsQuery } from '../../shared/form/optionsQuery';
import { automaticIteration, envelopeFields } from '../fields/options';

/**
 * How many results the user wants. Infinity for Return All.
 * @throws FormError if the limit is not a whole number of at least 1.
 */
export const limitOf = ({ values, timezone }: Form): number =>
	values.returnAll === true
		? Infinity
		: Number(wholeNumber(1)(values.limit, { label: 'Limit', timezone }) ?? 50);

/** Extra Body Fields as they are sent. */
export const extraBody = ({ values }: Form): IDataObject =>
	objectFrom((values.options as IDataObject | undefined)?.extraBodyFields, 'Extra Body Fields');

/** What Extra Query Parameters say to an endpoint. What the nodes understand themselves goes along with every request. */
export function extraQueryNames(form: Form): string[] {
	const understood = [...envelopeFields, automaticIteration].map(({ wire }) => wire);
	return Object.keys(optionsQuery(form, [])).filter((name) => !understood.includes(name));
}
