import { described } from '../../schema/json-schema';
import { text } from '../endpoint/fields';
import { exclusive, match, oneOf, selector } from '../endpoint/filters';
import { queryEndpoint } from '../endpoint/query-endpoint';
import { activeStatus, modified, nameRange } from './common-filters';

const whateverTheCase = described('Text', 'Whatever the case.');

export const queryItems = queryEndpoint({
	path: 'items',
	operationId: 'queryItems',
	summary: 'Query items',
	request: 'ItemQueryRq',
	iterates: true,
	filters: [
		exclusive(
			selector(
				text(
					'name',
					'FullName',
					described('Text', 'The name, whatever the case; not usable with other filters.'),
				),
			),
		),
		exclusive(
			selector(
				text('list_id', 'ListID', described('Text', 'The list ID; not usable with other filters.')),
			),
		),
		oneOf(
			nameRange,
			match('name_starts_with', 'StartsWith', 'NameFilter', 'Name', whateverTheCase),
			match('name_contains', 'Contains', 'NameFilter', 'Name', whateverTheCase),
			match('name_ends_with', 'EndsWith', 'NameFilter', 'Name', whateverTheCase),
		),
		...modified,
		activeStatus,
	],
	hasCustomFields: true,
});
