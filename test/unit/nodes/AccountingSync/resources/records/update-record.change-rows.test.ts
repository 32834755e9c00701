import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { lineKindsOf } from '../../../../../../quickbooks/changes/lineKinds';
import { elementsIn } from '../../../../../../quickbooks/facts/elements';
import {
	type Group,
	isChoice,
	isGroup,
	isReference,
	type Leaf,
} from '../../../../../../quickbooks/facts/facts';
import { baseName, sameElement } from '../../../../../../quickbooks/facts/sameElement';
import { changeLines, clearableRows } from '../../../../../../quickbooks/filledIn/changeRows';
import { chosenForm } from '../../../../../../quickbooks/filledIn/chosenForm';
import { nameOf } from '../../../../../../quickbooks/filledIn/names';
import { contentOfMod } from '../../../../../../quickbooks/qbxml/changeFacts';
import { requestMessages as facts } from '../../../../../../quickbooks/qbxml/requestMessages';
import {
	formsOf,
	type RecordField,
	type RecordForm,
	type RecordLines,
} from '../../../../../../quickbooks/records/record';
import { records } from '../../../../../../quickbooks/records/registry';
import { fieldsInside } from '../../../../support/description';
import {
	exampleOf,
	filled,
	shownFields,
	shownFor,
	variantsOf,
} from '../../../../support/filled-forms';
import { changeOf, updateOf } from '../../../../support/update-of';
import { byName } from '../../../../support/written';

const shownAs = (name: string): string => name.replace(/Add$/, 'Ret');

const texts: Readonly<Partial<Record<Leaf['type'], string>>> = {
	amount: '7.00',
	boolean: 'false',
	date: '2001-01-01',
	dateTime: '2001-01-01T00:00:00+00:00',
	id: '70000001-1',
	timeInterval: 'PT7H',
};

const REFERENCE = '<ListID>70000001-1</ListID><FullName>Before</FullName>';

/** An element as it was before. */
function before(element: Leaf | Group, name = element.name): string {
	if (!isGroup(element)) {
		return `<${name}>${texts[element.type] ?? element.values?.at(-1) ?? '7'}</${name}>`;
	}
	if (isReference(element.content)) return `<${name}>${REFERENCE}</${name}>`;
	const inner = element.content.flatMap((part) => (isChoice(part) ? [] : [before(part)]));
	return `<${name}>${inner.slice(0, 2).join('')}</${name}>`;
}

/** A record of a type with what every change of it has to name, and more. */
function recordOf({ qbxml }: RecordForm, more = ''): string {
	const needed = contentOfMod(facts, qbxml)
		.flatMap((one) => (isChoice(one) || one.optional ? [] : [one]))
		.filter(({ name }) => !more.startsWith(`<${name}>`))
		.map((element) => before(element));
	return `<${qbxml}Ret>${needed.join('')}${more}</${qbxml}Ret>`;
}

/** What stands at a path of the record, as it was before. */
function partAt(form: RecordForm, path: string): string {
	const [first, ...rest] = path.split('.');
	const elementIn = (content: Group['content'], [name, ...deeper]: string[]): string => {
		const found = sameElement(content, name);
		if (!found) throw new Error(`There is no ${name}.`);
		const shown = /Mod$/.test(found.name) ? baseName(found.name) : found.name;
		if (deeper.length === 0 || !isGroup(found)) return before(found, shown);
		return `<${shown}>${elementIn(found.content, deeper)}</${shown}>`;
	};
	return elementIn(contentOfMod(facts, form.qbxml), [first, ...rest]);
}

const keys = ['ItemRef', 'ItemInventoryRef', 'ItemGroupRef', 'AccountRef', 'PaymentTxnID'];

/** Two lines of a kind, with IDs, or else with different items. */
function twoLines(form: RecordForm, lines: RecordLines): string {
	const kind = lineKindsOf({ facts, form }).find((one) => one.lines.path === lines.path);
	const key = lines.fields.find(({ path }) => keys.includes(path))?.path;
	return ['Abe', 'Bea']
		.map((name, index) => {
			const id = kind?.id ? `<${kind.id}>${index + 1}-1</${kind.id}>` : '';
			const item = kind?.id || !key ? '' : `<${key}><FullName>${name}</FullName></${key}>`;
			return `<${shownAs(lines.path)}>${id}${item}</${shownAs(lines.path)}>`;
		})
		.join('');
}

/** Lines of which only one of two kinds of fields can be filled in. */
const exclusive = new Set(['itemGroupListId', 'credit', 'paymentTxnId']);

/** The fields inside one of several, if there is one of this name. */
const inside = (fields: readonly INodeProperties[], outer: string): INodeProperties[] =>
	fields.filter(({ name }) => name === outer).flatMap(fieldsInside);

const updatable = records.filter(({ operations }) => operations.includes('update'));

test('those whose accounts are in existing transactions ask what becomes of these', () => {
	const hasSwitch = (content: Group['content']): boolean =>
		elementsIn(content).some(
			(one) =>
				/^Apply\w+ToExistingTxns$/.test(one.name) || (isGroup(one) && hasSwitch(one.content)),
		);
	const forms = updatable.flatMap(formsOf);
	const asking = forms.filter(({ isInTransactions }) => isInTransactions).map(({ qbxml }) => qbxml);
	const withSwitch = forms.filter(({ qbxml }) => hasSwitch(contentOfMod(facts, qbxml)));
	expect(asking).toEqual(withSwitch.map(({ qbxml }) => qbxml));
	expect(asking).toHaveLength(6);
});

test('an account of an item changes only if it is said what becomes of existing transactions', () => {
	const record =
		'<ItemServiceRet><ListID>1-1</ListID><EditSequence>1</EditSequence><Name>Design</Name><SalesOrPurchase><Price>5.00</Price><AccountRef><ListID>7-1</ListID><FullName>Old</FullName></AccountRef></SalesOrPurchase></ItemServiceRet>';
	const change = (account: string, more: IDataObject = {}) =>
		changeOf(
			'item',
			{ itemType: 'service', additionalFields: { accountListId: byName(account), ...more } },
			record,
		);
	expect(() => change('New')).toThrow(
		'Account is to change, but nobody has said what becomes of the transactions that have the item.',
	);
	expect(change('Old')).toBeUndefined();
	expect(() => change('New', { existingTransactions: 'both' })).toThrow(
		`Existing Transactions can't be "both".`,
	);
	for (const [chosen, applies] of [
		['move', 'true'],
		['keep', 'false'],
	]) {
		expect(change('New', { existingTransactions: chosen })).toContain(
			`<SalesOrPurchaseMod><AccountRef><FullName>New</FullName></AccountRef><ApplyAccountRefToExistingTxns>${applies}</ApplyAccountRefToExistingTxns></SalesOrPurchaseMod>`,
		);
	}
});

const [creditAmount, creditId] = ['SetCredit.AppliedAmount', 'SetCredit.CreditTxnID'].map((path) =>
	nameOf({ path, label: '', help: '' }),
);

/** The whole credit beside a part of it, which QuickBooks takes only together. */
const creditBeside = ({ additionalFields }: IDataObject): IDataObject =>
	Object.keys((additionalFields ?? {}) as IDataObject).some((name) =>
		[creditAmount, creditId].includes(name),
	)
		? { [creditAmount]: '1.00', [creditId]: '5-1' }
		: {};

test('sixteen records and more can be updated', () => {
	expect(updatable.length).toBeGreaterThanOrEqual(16);
});

describe.each(
	updatable.flatMap((kind) =>
		variantsOf(kind).map((variant) => ({ kind, variant, form: chosenForm(kind, variant) })),
	),
)('$kind.value $variant', ({ kind: { value: resource }, variant, form }) => {
	const fields = shownFields(resource, 'update', variant);
	const change = (filledIn: IDataObject, record: string) =>
		changeOf(resource, { ...variant, ...filledIn }, record);
	const own = shownFor(variant, inside(fields, 'additionalFields')).filter(
		({ name }) => name !== 'existingTransactions',
	);
	const movesExisting = form.isInTransactions ? { existingTransactions: 'move' } : {};
	const rowOf = ({ name }: INodeProperties): RecordField =>
		[...form.fields, ...form.further].find((row) => nameOf(row) === name) ?? {
			path: 'IsActive',
			label: '',
			help: '',
		};

	test.each(own.map((field) => [field.displayName, field] as const))(
		'%s is changed, and is not if it is so already',
		(_label, field) => {
			const additionalFields = {
				[field.name]: exampleOf(field),
				...movesExisting,
			} as IDataObject;
			const { path } = rowOf(field);
			const beside = (form.lines ?? []).filter((lines) => lines.changedWith?.includes(path));
			const more = beside.map((lines) => twoLines(form, lines)).join('');
			const sent = change({ additionalFields }, recordOf(form, more));
			for (const name of path.split('.')) {
				expect(sent).toMatch(new RegExp(`<${baseName(name)}(?:Mod)?>`));
			}
			// What was written is what it is now.
			const [, content = ''] =
				new RegExp(`^<${form.qbxml}ModRq><${form.qbxml}Mod>(.*)</${form.qbxml}Mod>`).exec(
					sent ?? '',
				) ?? [];
			const written = content.replace(/<(\/?\w+)Mod>/g, '<$1>');
			const again = change({ additionalFields }, `<${form.qbxml}Ret>${written}</${form.qbxml}Ret>`);
			expect(again).toBeUndefined();
		},
	);

	const clearable = clearableRows(form);
	test.each(clearable.map((row) => [row.label, row] as const))('%s is emptied', (_label, row) => {
		const clearFields = [nameOf(row)];
		const sent = change({ clearFields }, recordOf(form, partAt(form, row.path)));
		const last = row.path.split('.').at(-1) ?? '';
		expect(sent).toMatch(new RegExp(`<${baseName(last)}(?:Mod)?(?:/>|>(?:<\\w+/>)*</)`));
		expect(change({ clearFields }, recordOf(form))).toBeUndefined();
	});

	test('what can never be emptied says so', () => {
		const lasting = own.filter(({ name }) => !clearable.some((row) => nameOf(row) === name));
		for (const { name, displayName } of lasting) {
			expect(() => change({ clearFields: [name] }, recordOf(form))).toThrow(
				`${displayName} can't be cleared`,
			);
		}
	});

	const kinds = changeLines(form);
	if (kinds.length === 0) return;

	describe.each(kinds)('$label', (lines) => {
		const field = fields.find(({ name }) => name === lines.name)!;
		const [{ name: group, values }] = field.options as Array<{
			name: string;
			values: INodeProperties[];
		}>;
		const whole = lineKindsOf({ facts, form }).find((one) => one.lines.path === lines.path);
		const hasId = whole?.id === 'TxnLineID';
		const further = inside(values, 'additionalFields');
		const keyField = values.find(({ name }) =>
			keys.some((path) => name === nameOf({ path, label: '', help: '' })),
		);
		const record = recordOf(form, twoLines(form, lines));
		const lineChange = (lineMode: string, ...given: IDataObject[]) =>
			change({ lineMode, specifyLines: 'form', [lines.name]: { [group]: given } }, record);
		const named: IDataObject = hasId
			? { txnLineId: '1-1' }
			: whole?.id === 'TxnID'
				? { txnId: '1-1' }
				: { [keyField?.name ?? '']: byName('Abe') };
		const newLine = filled(
			values.filter(
				({ name }) => !exclusive.has(name) && !['additionalFields', 'txnLineId'].includes(name),
			),
		);
		if (whole?.id === 'TxnID') newLine.txnId = '3-1';

		const changeable = [
			...values
				.filter(
					({ name }) => !(name in named || ['additionalFields', 'itemGroupListId'].includes(name)),
				)
				.map((one) => [one.displayName, { [one.name]: exampleOf(one) }]),
			...further
				.filter(({ name }) => name !== 'itemGroupListId')
				.map((one) => [one.displayName, { additionalFields: { [one.name]: exampleOf(one) } }]),
		] as Array<[label: string, given: IDataObject]>;

		test.each(changeable)('%s of a line is changed', (_label, given) => {
			const payment = 'paymentTxnLineId' in ((given.additionalFields ?? {}) as IDataObject);
			const also = payment ? { paymentTxnId: '5-1' } : {};
			const additional = { ...creditBeside(given), ...(given.additionalFields as IDataObject) };
			const sent = lineChange('change', {
				...named,
				...also,
				...given,
				...(Object.keys(additional).length > 0 && { additionalFields: additional }),
			});
			// The line that is named says something more, and the other one says nothing.
			if (whole?.id) {
				expect(sent).toMatch(new RegExp(`<${whole.id}>1-1</${whole.id}><\\w`));
				expect(sent).toMatch(new RegExp(`<${whole.id}>2-1</${whole.id}></`));
			} else expect(sent).toMatch(/Abe.*Bea/);
		});

		test('a line is added, removed, and takes the place of the others', () => {
			const added = lineChange('add', newLine);
			const replaced = lineChange('replace', newLine);
			expect(new Set([added, replaced]).size).toBe(2);
			if (hasId) {
				expect(added).toMatch(/<TxnLineID>1-1<.*<TxnLineID>2-1<.*<TxnLineID>-1</);
				expect(replaced?.match(/<TxnLineID>.*?</g)).toEqual(['<TxnLineID>-1<']);
			}
			const removed = lineChange('remove', named);
			expect(removed).toMatch(hasId || whole?.id ? /2-1/ : /Bea/);
			expect(removed).not.toMatch(hasId ? /<TxnLineID>1-1/ : /Abe|<AppliedToTxnMod><TxnID>1-1/);
		});

		test('lines stay as they are unless the form says otherwise', () => {
			expect(() => lineChange('keep', newLine)).toThrow('There is nothing to change.');
		});
	});
});

test('a field that is filled in and emptied is refused', () => {
	expect(() =>
		updateOf(
			'customer',
			{ additionalFields: { phone: '1' }, clearFields: ['phone'] },
			'<CustomerRet/>',
		),
	).toThrow('Phone is filled in under Additional Fields, but also chosen under Fields to Clear.');
});
