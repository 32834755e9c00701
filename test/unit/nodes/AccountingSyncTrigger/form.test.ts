import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { properties } from '../../../../nodes/AccountingSyncTrigger/form';
import { queries } from '../../../../quickbooks/records/registry';

const named = (name: string): INodeProperties[] =>
	properties.filter((property) => property.name === name);

const choices = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

const [triggerOn] = named('triggerOn');

test('what most people look for stands first, and stored workflows keep what they have', () => {
	expect(choices(triggerOn).map(({ name, value }) => [name, value])).toEqual([
		['On New or Changed Records', 'changedRecord'],
		['On Deleted Records', 'deletedRecord'],
		['On Completed Request', 'completedRequest'],
		['On Scheduled Query', 'completedQuery'],
	]);
	// n8n stores only what is not the default.
	expect(triggerOn.default).toBe('completedQuery');
	const [resource] = named('queriedResource');
	expect(resource.default).toBe('customer');
});

test('every record that can be asked for by its change can be chosen', () => {
	const [, offered] = named('queriedResource');
	expect(choices(offered).map(({ value }) => value)).toEqual(
		queries.filter(({ changedSince }) => changedSince).map(({ value }) => value),
	);
});

test('the types of deleted records are in words and sorted', () => {
	const [types] = named('deletedTypes');
	const names = choices(types).map(({ name }) => name);
	expect(names).toHaveLength(63);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
	expect(names).toContain('Customer Message');
});

test('of two fields with one name, no choice shows both', () => {
	const shownFor = (property: INodeProperties) =>
		JSON.stringify([
			property.displayOptions?.show?.triggerOn ?? choices(triggerOn).map(({ value }) => value),
			property.displayOptions?.show?.queriedResource,
		]);
	for (const { name } of properties) {
		const shown = named(name).map(shownFor);
		expect({ name, twice: shown.filter((one, index) => shown.indexOf(one) !== index) }).toEqual({
			name,
			twice: [],
		});
	}
});

test('every field has help, a capital at its start, and a full stop only after several sentences', () => {
	const helpOf = (fields: INodeProperties[]): Array<[string, string]> =>
		fields.flatMap(({ name, type, description = '', hint = '', options = [] }) => [
			...(type === 'notice' || type === 'collection'
				? []
				: [[name, `${description}${hint}`] as [string, string]]),
			...(type === 'collection' ? helpOf(options as INodeProperties[]) : []),
		]);
	const odd = helpOf(properties.slice(1)).filter(([, help]) => {
		const sentences = help.split(/\. (?=[A-Z])/).length;
		return !/^[A-Z]/.test(help) || help.endsWith('.') !== sentences > 1;
	});
	expect(odd).toEqual([]);
});

test('the form stays small', () => {
	expect(JSON.stringify(properties).length).toBeLessThan(450_000);
});
