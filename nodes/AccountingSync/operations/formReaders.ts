import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../../quickbooks/form/convert';
import { type Form, isOn, optionsOf } from '../../../quickbooks/form/form';
import { objectFrom } from '../../../quickbooks/form/json';
import { optionsQuery } from '../../../quickbooks/form/optionsQuery';
import { envelopeFields } from './fields/options';

/**
 * How many results the user wants. Infinity for Return All.
 * @throws FormError if Return All is no switch, or the limit no whole number of at least 1.
 */
export const limitOf = (form: Form): number =>
	isOn(form, { name: 'returnAll', displayName: 'Return All' })
		? Infinity
		: Number(wholeNumber(1)(form.values.limit, { label: 'Limit', timezone: form.timezone }) ?? 50);

/** Extra Body Fields as they are sent. */
export const extraBody = (form: Form): IDataObject =>
	objectFrom(optionsOf(form).extraBodyFields, 'Extra Body Fields');

/** What Extra Query Parameters say to an endpoint. What the nodes understand themselves goes along with every request. */
export function extraQueryNames(form: Form): string[] {
	const understood = ['iterate', ...envelopeFields.map(({ wire }) => wire)];
	return Object.keys(optionsQuery(form, [])).filter((name) => !understood.includes(name));
}
