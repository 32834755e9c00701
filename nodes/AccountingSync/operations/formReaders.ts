import type { IDataObject } from 'n8n-workflow';

import { trueOrFalse, wholeNumber } from '../../../quickbooks/form/convert';
import type { Form } from '../../../quickbooks/form/form';
import { objectFrom } from '../../../quickbooks/form/json';
import { optionsQuery } from '../../../quickbooks/form/optionsQuery';
import { envelopeFields } from './fields/options';

/**
 * How many results the user wants. Infinity for Return All.
 * @throws FormError if Return All is no switch, or the limit no whole number of at least 1.
 */
export const limitOf = ({ values, timezone }: Form): number =>
	trueOrFalse(values.returnAll, { label: 'Return All', timezone }) === true
		? Infinity
		: Number(wholeNumber(1)(values.limit, { label: 'Limit', timezone }) ?? 50);

/** Extra Body Fields as they are sent. */
export const extraBody = ({ values }: Form): IDataObject =>
	objectFrom((values.options as IDataObject | undefined)?.extraBodyFields, 'Extra Body Fields');

/** What Extra Query Parameters say to an endpoint. What the nodes understand themselves goes along with every request. */
export function extraQueryNames(form: Form): string[] {
	const understood = ['iterate', ...envelopeFields.map(({ wire }) => wire)];
	return Object.keys(optionsQuery(form, [])).filter((name) => !understood.includes(name));
}
