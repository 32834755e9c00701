import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { formReader } from '../../../../../../nodes/AccountingSync/execution/run/forms';

const properties: INodeProperties[] = [
	{ displayName: 'Memo', name: 'memo', type: 'string', default: '' },
	{ displayName: 'Additional Fields', name: 'additionalFields', type: 'collection', default: {} },
];

/** A run with these values in the node. n8n hands out the very objects that the workflow holds. */
function readerOf(parameters: IDataObject) {
	const context = {
		getNode: () => ({ parameters, typeVersion: 1 }),
		getNodeParameter: (name: string, itemIndex: number) => {
			const stored = parameters[name];
			return typeof stored === 'string' && stored.startsWith('=') ? `item ${itemIndex}` : stored;
		},
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
	const facts = { value: 'create', name: 'Create', action: '', description: '', properties };
	return formReader(context, facts);
}

it('gives each item the value of its expression', () => {
	const read = readerOf({ memo: '={{ $json.memo }}', additionalFields: {} });

	expect([read(0).values.memo, read(1).values.memo]).toEqual(['item 0', 'item 1']);
});

it('lets no item change a value that all of them share', () => {
	const additionalFields = { terms: 'Net 30', lines: [{ item: 'Rug' }] };
	const read = readerOf({ memo: '', additionalFields });
	const shared = read(0).values.additionalFields as typeof additionalFields;

	expect(() => {
		shared.terms = 'Net 60';
	}).toThrow(TypeError);
	expect(() => shared.lines.push({ item: 'Lamp' })).toThrow(TypeError);
	expect(() => {
		shared.lines[0]!.item = 'Lamp';
	}).toThrow(TypeError);
	expect(read(1).values.additionalFields).toEqual({ terms: 'Net 30', lines: [{ item: 'Rug' }] });
});

it('leaves the values in the workflow as they are', () => {
	const additionalFields = { terms: 'Net 30' };
	readerOf({ memo: '', additionalFields })(0);

	expect(Object.isFrozen(additionalFields)).toBe(false);
});
