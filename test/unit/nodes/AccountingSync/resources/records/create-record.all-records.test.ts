import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { answers } from '../../../../../../quickbooks/facts/answers';
import { elementsIn } from '../../../../../../quickbooks/facts/elements';
import { isGroup } from '../../../../../../quickbooks/facts/facts';
import { readMessages } from '../../../../../../quickbooks/facts/readMessages';
import { recordTypes } from '../../../../../../quickbooks/facts/recordTypes';
import { nameOf } from '../../../../../../quickbooks/filledIn/names';
import { contentOfRecord, isRequiredAt } from '../../../../../../quickbooks/qbxml/recordFacts';
import { formsOf, hasVariants } from '../../../../../../quickbooks/records/record';
import { records } from '../../../../../../quickbooks/records/registry';
import { description, fieldsInside, fieldsOfOperation } from '../../../../support/description';
import {
	exampleOf,
	filled,
	shownFields,
	shownFor,
	variantsOf,
} from '../../../../support/filled-forms';
import { requestOf } from '../../../../support/request-of';
import { byName } from '../../../../support/written';

const readAnswers = readMessages(answers);

const withForms = records.filter(({ form }) => form !== undefined);

test('qbXML knows the forms of exactly the records that have one', () => {
	const types = withForms.flatMap(formsOf).map(({ qbxml }) => qbxml);
	expect([...types].sort()).toEqual([...recordTypes].sort());
});

/** What a record needs besides what is marked as required: qbXML has a choice there. */
const needed: Readonly<Record<string, IDataObject>> = {
	item: { accountListId: byName('Sales') },
	inventoryAdjustment: {
		lines: { line: [{ itemListId: byName('Door'), newQuantity: '5' }] },
	},
	employee: { lastName: 'Reyes' },
	vehicleMileage: { totalMiles: '12' },
	journalEntry: {
		lines: {
			line: [
				{ accountListId: byName('Rent'), debit: '1.00' },
				{ accountListId: byName('Bank'), credit: '1.00' },
			],
		},
	},
};

/** Fields under Additional Fields that are nothing without another. */
const together: ReadonlyArray<[resource: string, names: RegExp, also: IDataObject]> = [
	['item', /^sale[DEP]/, { saleDate: '2026-05-01', saleDescription: 'Sold at auction' }],
	['deposit', /^cashBack(Amount|Memo)/, { cashBackAccountListId: byName('Cash') }],
	['check', /^applyCheckToTxnAdd/, { applyCheckToTxnAddTxnId: '5B1A-1' }],
];

/** What has to be empty where a field takes its place, and what has to be there with it. */
function besides(resource: string, { additionalFields = {} }: IDataObject): IDataObject {
	const [name = ''] = Object.keys(additionalFields as IDataObject);
	if (resource === 'item' && name.startsWith('boughtAndSold')) return { accountListId: '' };
	if (resource === 'vehicleMileage' && name.startsWith('odometer')) {
		return { totalMiles: '', additionalFields: { odometerStart: '10', odometerEnd: '22' } };
	}
	if (resource === 'receivePayment' && name === 'isAutoApply') return { paidInvoices: {} };
	const also = together.find(([of, names]) => of === resource && names.test(name))?.[2];
	return also ? { additionalFields: { ...also, ...(additionalFields as IDataObject) } } : {};
}

/** The fields of a line that make it one: references and amounts, without those that exclude each other. */
const smallestLine = (fields: readonly INodeProperties[]): IDataObject =>
	Object.fromEntries(
		fields
			.filter(({ name }) => !exclusive.has(name))
			.map((field) => [field.name, exampleOf(field)]),
	) as IDataObject;

const exclusive = new Set(['itemGroupListId', 'credit', 'paymentTxnId']);

describe.each(withForms.flatMap((kind) => variantsOf(kind).map((variant) => ({ kind, variant }))))(
	'$kind.value $variant: create',
	({ kind, variant }) => {
		const fields = shownFields(kind.value, 'create', variant);
		const further = fields.find(({ name }) => name === 'additionalFields');
		const namesNeeded = formsOf(kind).flatMap(({ qbxml, fields: rows }) => {
			const content = contentOfRecord(qbxml);
			return rows.filter((row) => row.required ?? isRequiredAt(content, row.path)).map(nameOf);
		});
		// Locators are not marked as required for n8n.
		const isNeeded = ({ name, required }: INodeProperties) =>
			required === true || namesNeeded.includes(name);
		const top = fields.filter(
			({ name, type }) =>
				!['connection', 'additionalFields', 'options', 'result', 'simplify'].includes(name) &&
				!['notice', 'json'].includes(type),
		);
		const lines = top.filter(
			({ type, typeOptions }) => type === 'fixedCollection' && typeOptions?.multipleValues,
		);
		const withLines = Object.fromEntries(
			lines.map(({ name, options = [] }) => {
				const [group] = options as Array<{ name: string; values: INodeProperties[] }>;
				const own = group.values.filter(({ name: inside }) => inside !== 'additionalFields');
				return [name, { [group.name]: [smallestLine(own)] }];
			}),
		);
		const smallest = {
			...filled(top.filter(isNeeded)),
			specifyLines: 'form',
			...withLines,
			...variant,
			...needed[kind.value],
		} as IDataObject;
		const optional = top.filter((field) => !isNeeded(field) && !(field.name in smallest));
		const cases = [
			...optional.map((field) => [field.displayName, { [field.name]: exampleOf(field) }]),
			...(further ? shownFor(variant, fieldsInside(further)) : []).map((field) => [
				field.displayName,
				{ additionalFields: { [field.name]: exampleOf(field) } },
			]),
		] as Array<[label: string, filledIn: IDataObject]>;

		test('the smallest record can be made', () => {
			const { path } = requestOf(kind.value, 'create', smallest);
			expect(path).toMatch(/\/(invoices|queued_requests)$/);
		});

		test.each(cases)('%s changes the request', (_label, filledIn) => {
			const both = { ...smallest, ...filledIn, ...besides(kind.value, filledIn) };
			const request = requestOf(kind.value, 'create', both);
			const isOfOutput = JSON.stringify(filledIn).includes('expectedTotal');
			const plain = JSON.stringify(requestOf(kind.value, 'create', smallest));
			expect(JSON.stringify(request) === plain).toBe(isOfOutput);
		});
	},
);

describe.each(records)('$value: query', (kind) => {
	const [filters] = fieldsOfOperation(kind.value, 'query').filter(({ name }) => name === 'filters');

	test.each(fieldsInside(filters).map((field) => [field.displayName, field] as const))(
		'%s is a filter of the facts',
		(_label, field) => {
			for (const variant of variantsOf(kind)) {
				const request = requestOf(kind.value, 'query', {
					...variant,
					filters: { [field.name]: exampleOf(field) } as IDataObject,
				});
				expect(request.path).toMatch(/^\/connections\//);
			}
		},
	);

	test('what Simplify puts first is in the answers', () => {
		const types =
			kind.query.qbxml === undefined && hasVariants(kind.form)
				? formsOf(kind).map(({ qbxml }) => `${qbxml}QueryRs`)
				: [`${kind.query.qbxml ?? `${kind.value[0].toUpperCase()}${kind.value.slice(1)}Query`}Rs`];
		const known = types.flatMap((type) =>
			elementsIn(readAnswers.get(type)?.content ?? []).flatMap((record) =>
				isGroup(record) ? elementsIn(record.content).map(({ name }) => name) : [],
			),
		);
		const worked = ['TotalAmount', 'ItemType'];
		expect(
			kind.simplified.filter((name) => !known.includes(name) && !worked.includes(name)),
		).toEqual([]);
	});
});

test('the description is small enough for the editor', () => {
	expect(JSON.stringify(description).length).toBeLessThan(510_000);
});

test('a choice of words shows the words of qbXML', () => {
	const jobStatus = fieldsInside(
		fieldsOfOperation('customer', 'create').find(({ name }) => name === 'additionalFields')!,
	).find(({ name }) => name === 'jobStatus')!;
	expect((jobStatus.options as INodePropertyOptions[]).map(({ name }) => name)).toContain(
		'In Progress',
	);
});
