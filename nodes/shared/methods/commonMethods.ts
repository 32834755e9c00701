import type { INodeProperties, INodeType } from 'n8n-workflow';

import {
	methodOf,
	type RecordList,
	type RecordListName,
	recordLists,
	requestMethodOf,
} from '../../../quickbooks/lists/recordLists';
import { loadFieldNames } from './loadFieldNames';
import { loadRecords } from './loadRecords';
import { searchConnections } from './searchConnections';
import { refreshRecords, searchRecords } from './searchRecords';
import { testCredential } from './testCredential';

const names = Object.keys(recordLists) as RecordListName[];

const forEachList = <Method>(make: (list: RecordList) => Method) =>
	Object.fromEntries(names.map((name) => [methodOf(name), make(recordLists[name])]));

/** All fields of a form, at any depth. */
const fieldsIn = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...fieldsIn(
			(property.options ?? []).flatMap((option) =>
				'values' in option ? option.values : 'displayName' in option ? [option] : [],
			),
		),
	]);

/** The editor does not say which field's list is open. So each field has a method of its own that asks for its list. */
function requestMethods(properties: readonly INodeProperties[]) {
	const listOf = new Map(names.map((name) => [methodOf(name), name]));
	return Object.fromEntries(
		fieldsIn(properties).flatMap(({ name: field, modes = [] }) => {
			const shown = modes.map(({ typeOptions }) => listOf.get(typeOptions?.searchListMethod ?? ''));
			return shown.flatMap((name) =>
				name ? [[requestMethodOf(name, field), refreshRecords(recordLists[name], field)]] : [],
			);
		}),
	) as Record<string, ReturnType<typeof refreshRecords>>;
}

/**
 * The methods that both nodes have.
 * @param properties The node's form.
 */
export const commonMethods = (properties: readonly INodeProperties[]) =>
	({
		credentialTest: { testCredential },
		listSearch: { ...forEachList(searchRecords), searchConnections },
		loadOptions: { ...forEachList(loadRecords), loadFieldNames },
		actionHandler: requestMethods(properties),
	}) satisfies NonNullable<INodeType['methods']>;
