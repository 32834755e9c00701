import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type Form, optionsOf } from '../../../../quickbooks/form/form';
import { objectFrom } from '../../../../quickbooks/form/json';

export const extraBodyFields: INodeProperties = {
	displayName: 'Extra Body Fields',
	name: 'extraBodyFields',
	type: 'json',
	default: '{}',
	description:
		"A JSON object whose fields are sent to the service as they are, instead of fields of the same name. For options that aren't in this form.",
};

/** Extra Body Fields as they are sent. */
export const extraBody = (form: Form): IDataObject =>
	objectFrom(optionsOf(form)[extraBodyFields.name], extraBodyFields.displayName);
