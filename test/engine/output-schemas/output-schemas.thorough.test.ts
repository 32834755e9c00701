import { readdirSync, readFileSync } from 'node:fs';

import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type OutputSchema, recordSchemaOf } from '../../../build/answer-schema';
import { operations } from '../../../build/output-schemas';
import { answers } from '../../../quickbooks/facts/answers';
import { elementsIn } from '../../../quickbooks/facts/elements';
import { type Group, isGroup } from '../../../quickbooks/facts/facts';
import { readMessages } from '../../../quickbooks/facts/readMessages';
import { answerIn } from '../../../quickbooks/qbxml/answer';
import { arbitraryAnswer } from '../../support/qbxml-answers';
import { useShortPauses } from '../support/pauses';
import { schemaFile, schemaFolder } from './files';
import { type Outputs, outputsOfOperations } from './outputs';
import { outputSchemaOf } from './schema';

useShortPauses();

const stored = (operation: string) =>
	JSON.parse(readFileSync(schemaFile(operation), 'utf8')) as OutputSchema;

const seen = operations.filter(({ schema }) => schema === undefined);

const schemaOf = ({ name, schema }: (typeof operations)[number]): OutputSchema =>
	schema ?? stored(name);

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

const options = { allowUnionTypes: true, keywords: ['version'] };

function errorsOf(validate: ValidateFunction, json: unknown): unknown {
	validate(json);
	return validate.errors ?? [];
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where the fields of a value have another order than in its schema: `path: names`. */
function disorderIn(value: unknown, { properties, items }: OutputSchema, path = ''): string[] {
	if (Array.isArray(value) && items) {
		return value.flatMap((part) => disorderIn(part, items, `${path}[]`));
	}
	if (!isObject(value) || !properties) return [];
	const names = Object.keys(value);
	const inOrder = Object.keys(properties).filter((name) => name in value);
	return [
		...(names.join() === inOrder.join() ? [] : [`${path}: ${names.join(' ')}`]),
		...names.flatMap((name) => disorderIn(value[name], properties[name], `${path}/${name}`)),
	];
}

/** In milliseconds: every operation runs with every form, one after the other. */
const HUNDREDS_OF_RUNS = 600_000;

let outputs: Outputs;
beforeAll(async () => {
	outputs = await outputsOfOperations();
}, HUNDREDS_OF_RUNS);

const outputOf = (operation: string): IDataObject[] => outputs.get(operation) ?? [];

test('every operation has a schema: of the facts, or in a file', () => {
	const files = readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace(/\.json$/, ''));
	expect(files.sort()).toEqual(seen.map(({ name }) => name).sort());
});

test('every operation that waits for an answer names it', () => {
	const others = seen.filter(({ queues }) => queues);
	// What these return is no record of qbXML.
	expect(others.map(({ name }) => name)).toEqual([
		'books/compare',
		'books/settle',
		'books/undo',
		'company/get',
		'deletedRecord/query',
		'queuedRequest/create',
		'report/run',
	]);
});

test.each(operations)('$name: what comes out fits the schema, field by field', (operation) => {
	const { name } = operation;
	const validate = addFormats(new Ajv(options)).compile(strict(schemaOf(operation)));
	expect(outputOf(name).length).toBeGreaterThan(0);
	for (const json of outputOf(name)) expect(errorsOf(validate, json)).toEqual([]);
});

test.each(seen)(
	'$name: the schema in the file is the one that `npm run generate -- schemas` makes',
	({ name }) => {
		expect(JSON.stringify(stored(name))).toBe(JSON.stringify(outputSchemaOf(outputOf(name))));
	},
);

test.each(operations)('$name: fields come in the order of the schema', (operation) => {
	const schema = schemaOf(operation);
	for (const json of outputOf(operation.name)) expect(disorderIn(json, schema)).toEqual([]);
});

test('amounts and quantities are text as the application writes them, dates are dates, nothing carries an @', () => {
	const [invoice] = outputOf('invoice/create');
	expect(invoice).toMatchObject({
		TxnDate: '2026-01-15',
		Subtotal: '375.00',
		InvoiceLineRet: [{ Quantity: '2.5', Rate: '150.00', Amount: '375.00' }],
	});
	const records = operations.filter(({ schema }) => schema !== undefined);
	expect(JSON.stringify(records.flatMap(({ name }) => outputOf(name)))).not.toContain('"@');
});

const isRecord = ({ name }: { name: string }): boolean => name.endsWith('Ret');

describe('the schema of records, from the facts of qbXML', () => {
	const withRecords = [...readMessages(answers).values()].filter(({ content }) =>
		elementsIn(content).some(isRecord),
	);

	test.each(withRecords)('$name: what is read from any answer fits, field by field', (message) => {
		const schema = recordSchemaOf([message.name]);
		const validate = new Ajv({ ...options, validateFormats: false }).compile(strict(schema));
		fc.assert(
			fc.property(arbitraryAnswer(message), (xml) => {
				for (const { fields } of answerIn({ response_xml: xml })?.records ?? []) {
					expect(errorsOf(validate, fields)).toEqual([]);
				}
			}),
			{ numRuns: 10 },
		);
	});

	test('has the fields of all kinds of items, each in its own order', () => {
		const names = Object.keys(recordSchemaOf(['ItemQueryRs']).properties ?? {});
		const kinds = elementsIn(readMessages(answers).get('ItemQueryRs')?.content ?? []).filter(
			(element): element is Group => isGroup(element) && isRecord(element),
		);
		expect(kinds).toHaveLength(12);
		for (const { content } of kinds) {
			const own = elementsIn(content).map(({ name }) => name);
			expect(names.filter((name) => own.includes(name))).toEqual(own);
		}
	});

	test('tells switches, dates and lists from text', () => {
		const { properties = {} } = recordSchemaOf(['InvoiceAddRs']);
		expect(properties).toMatchObject({
			TimeCreated: { type: 'string', format: 'date-time' },
			TxnDate: { type: 'string', format: 'date' },
			IsPaid: { type: 'boolean' },
			Subtotal: { type: 'string' },
			LinkedTxn: { type: 'array', items: { type: 'object' } },
			ItemSalesTaxRef: { type: 'object' },
		});
		expect(recordSchemaOf(['ItemSalesTaxGroupQueryRs']).properties).toMatchObject({
			ItemSalesTaxRef: { type: 'array', items: { type: 'object' } },
		});
	});

	test('says what was done where no record is returned', () => {
		expect(recordSchemaOf(['TxnVoidRs']).properties).toEqual({
			TxnVoidType: { type: 'string' },
			TxnID: { type: 'string' },
			TimeCreated: { type: 'string', format: 'date-time' },
			TimeModified: { type: 'string', format: 'date-time' },
			RefNumber: { type: 'string' },
		});
		expect(() => recordSchemaOf(['NothingRs'])).toThrow('qbXML has no answer NothingRs');
	});

	test('has what Simplify keeps, in its order', () => {
		const { properties = {} } = recordSchemaOf(['BillQueryRs'], ['RefNumber', 'VendorRef', 'Memo']);
		const names = Object.keys(properties);
		expect(names.slice(0, 3)).toEqual(['RefNumber', 'VendorName', 'Memo']);
		expect(names.at(-1)).toBe('VendorListID');
		expect(properties.ExpenseLineRet.items?.properties).toMatchObject({
			AccountName: { type: 'string' },
			Amount: { type: 'string' },
		});
		expect(() => recordSchemaOf(['BillQueryRs'], ['Nothing'])).toThrow('keeps Nothing');
	});
});
