import type { INodeProperties } from 'n8n-workflow';

import { text } from '../../../../quickbooks/form/convert';
import type { FieldSpec } from '../../../../quickbooks/form/fieldSpec';
import type { Form } from '../../../../quickbooks/form/form';
import { optionsQuery } from '../../../../quickbooks/form/optionsQuery';
import { optionsCollection } from '../../../shared/fields/optionsCollection';
import { waitingOptions } from './result';
import { webhookUrl } from './webhookUrl';

/** The caller's own identifier for a request (interface, section 4.3). */
const customRequestId: FieldSpec = {
	displayName: 'Custom Request ID',
	name: 'customRequestId',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description: 'Your own ID for this request, to find it and its response by',
	wire: 'request_id',
	convert: text,
};

/** The fields that every request is sent with, whatever it asks for. The pipeline adds their values. */
export const envelopeFields: readonly FieldSpec[] = [customRequestId, webhookUrl];

/** What Extra Query Parameters say to an endpoint. What the nodes understand themselves goes along with every request. */
export function extraQueryNames(form: Form): string[] {
	const understood = ['iterate', ...envelopeFields.map(({ wire }) => wire)];
	return Object.keys(optionsQuery(form, [])).filter((name) => !understood.includes(name));
}

export const queueingOptions = (
	rows: readonly FieldSpec[],
	further: readonly INodeProperties[] = [],
): INodeProperties =>
	optionsCollection([...rows, ...envelopeFields], [...further, ...waitingOptions]);

/** The options of an operation of several steps. Its requests have no identifiers of the user's. */
export const stepOptions = (further: readonly INodeProperties[]): INodeProperties =>
	optionsCollection(
		[],
		[...further, ...waitingOptions.filter(({ name }) => name !== 'ifAlreadyQueued')],
	);
