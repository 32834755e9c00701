import type { INodeProperties } from 'n8n-workflow';

import { readConnection, readConnectorFile } from '../../../../queue/calls/connections';
import { requiredId } from '../../../../quickbooks/form/form';
import { namedConnection } from '../../../shared/fields/connection';
import { serviceOf } from '../../../shared/transport/service';
import type { DirectOperation } from '../../operations/operation';

const binaryField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
};

/** A file name that every operating system accepts. A connection without a name gets its ID. */
export function connectorFileName(name: unknown, id: string): string {
	const usable = String(name ?? '')
		.replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
		.replace(/\s+/g, ' ')
		.replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
		.slice(0, 100);
	return `${usable || id}.qwc`;
}

/** GET /connections/{connection_id}/qwc (interface, sections 2.6 and 4.1). */
export const getConnectorFile: DirectOperation = {
	value: 'getConnectorFile',
	name: 'Get Connector File',
	action: 'Get the connector file of a connection',
	description: 'Get the file (QWC) that sets up the Web Connector on the desktop, ready to email',
	properties: [namedConnection, binaryField],
	async execute({ context, form }) {
		const id = requiredId(form, namedConnection);
		const service = serviceOf(context);
		const { name } = await readConnection(service, id);
		const qwc = await readConnectorFile(service, id);
		const fileName = connectorFileName(name, id);
		const file = await context.helpers.prepareBinaryData(
			Buffer.from(qwc, 'utf8'),
			fileName,
			'application/xml',
		);
		return [
			{
				json: { connection_id: id, file_name: fileName, qwc },
				binary: { [String(form.values.binaryPropertyName)]: file },
			},
		];
	},
};
