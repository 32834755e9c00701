import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { objectFrom } from '../../shared/form/json';
import type { Form } from '../operations/operation';

export const extraBodyFields: INodeProperties = {
	displayName: 'Extra Body Fields',
	name: 'extraBodyFields',
	type: 'json',
	default: '{}',
	description:
		'A JSON object whose fields are sent to the service as given, in place of fields of the same name. For what the service understands and this form does not know.',
};

/** Extra Body Fields as they go out. */
export const extraBody = ({ values }: Form): IDataObject =>
	objectFrom((values.options as IDataObject | undefined)?.extraBodyFields, 'Extra Body Fields');
