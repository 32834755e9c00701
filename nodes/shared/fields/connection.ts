import type { INode, INodeProperties } from 'n8n-workflow';

import { chosenIn } from '../../../quickbooks/form/choice';

/**
 * A field for an object of the service: the user picks it from a searchable list or gives its ID. The node checks the ID
 * (see `serviceId`), not a pattern of the form: n8n tries patterns again at each start and each time that it wakes a
 * waiting execution, gives them 250 ms by the clock, and fails the execution of a busy machine, although the invoice may be
 * written by then.
 */
export const locator = (
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'>,
	searchListMethod: string,
	placeholder = 'Choose…',
): INodeProperties => ({
	...field,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder,
			typeOptions: { searchListMethod, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b',
		},
	],
});

/** The company file that an operation works on. It may be left empty while there is only one (see `onlyConnection`). */
export const connection: INodeProperties = locator(
	{
		displayName: 'Connection',
		name: 'connection',
		description:
			'The company file to use. Left empty, your only one is used. With more than one, choose: until then, the node stops before it sends anything.',
	},
	'searchConnections',
	'Your only connection, or choose…',
);

/**
 * Whether Connection was left empty in the form. An expression that gives nothing is a mistake: it may stand for any of
 * the customers.
 */
export function isConnectionLeftEmpty({ parameters }: Pick<INode, 'parameters'>): boolean {
	const value = chosenIn(parameters[connection.name]);
	return value === undefined || value === null || value === '';
}

/** A connection that is itself worked on. An empty field must not delete anything. */
export const namedConnection: INodeProperties = locator(
	{
		displayName: 'Connection',
		name: 'connection',
		required: true,
		description: 'The company file to use',
	},
	'searchConnections',
);
