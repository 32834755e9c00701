import { readdirSync, readFileSync } from 'node:fs';

import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/AccountingSync/resources/registry';
import { schemaFile, schemaFolder } from './files';
import { type Outputs, outputsOfOperations } from './outputs';
import { type OutputSchema, outputSchemaOf } from './schema';

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	all.map(({ value: operation }) => `${resource}/${operation}`),
);

const stored = (operation: string) =>
	JSON.parse(readFileSync(schemaFile(operation), 'utf8')) as OutputSchema;

/** The schema for which a field that it does not name is an error. */
function strict(schema: OutputSchema): OutputSchema {
	const { properties, items } = schema;
	return {
		...schema,
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, inside]) => [name, strict(inside)]),
			),
			additionalProperties: false,
		}),
		...(items && { items: strict(items) }),
	};
}

/** What stands between the names of a record and those of its schema. */
const namesInSchemaOrder = (record: IDataObject, { properties = {} }: OutputSchema): string[] =>
	Object.keys(properties).filter((name) => name in record);

let outputs: Outputs;
beforeAll(async () => {
	outputs = await outputsOfOperations();
});

const outputOf = (operation: string): IDataObject[] => outputs.get(operation) ?? [];

test('every operation has a schema, and nothing else has', () => {
	const files = readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace(/\.json$/, ''));
	expect(files.sort()).toEqual([...operations].sort());
});

test.each(operations)('%s: what comes out fits the schema, field by field', (operation) => {
	const ajv = addFormats(new Ajv({ allowUnionTypes: true, keywords: ['version'] }));
	const validate = ajv.compile(strict(stored(operation)));
	expect(outputOf(operation).length).toBeGreaterThan(0);
	for (const json of outputOf(operation)) {
		validate(json);
		expect(validate.errors ?? []).toEqual([]);
	}
});

test.each(operations)(
	'%s: the schema is the one that `npm run generate:schemas` makes',
	(operation) => {
		expect(JSON.stringify(stored(operation))).toBe(
			JSON.stringify(outputSchemaOf(outputOf(operation))),
		);
	},
);

test.each(operations)('%s: fields come in the same order in every item', (operation) => {
	const schema = stored(operation);
	for (const json of outputOf(operation)) {
		expect(Object.keys(json)).toEqual(namesInSchemaOrder(json, schema));
	}
});

test('amounts and quantities are text as the application writes them, dates are dates, nothing carries an @', () => {
	const [invoice] = outputOf('invoice/create');
	expect(invoice).toMatchObject({
		TxnDate: '2026-01-15',
		Subtotal: '375.00',
		InvoiceLineRet: [{ Quantity: '2.5', Rate: '150.00', Amount: '375.00' }],
	});
	const records = operations.filter((name) => /query$|^invoice|^dataExtension/.test(name));
	expect(JSON.stringify(records.flatMap(outputOf))).not.toContain('"@');
});
