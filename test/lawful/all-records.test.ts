import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { hasVariants, type RecordKind } from '../../quickbooks/records/record';
import { records } from '../../quickbooks/records/registry';
import { byId, type OperationName } from '../engine/support/run-operation';
import { type RecordForm, recordForms } from '../support/record-forms';
import type { LawfulService, Reading } from './service';
import { type Element, textAt } from './service/xml';
import { at, type Place } from './support/place';

/** Readings that concern how records are asked for, written and read. */
const readings: ReadonlyArray<[name: string, reading: Partial<Reading>]> = [
	[
		'names in the order of the alphabet, and no XML',
		{ jsonNames: 'by name', responseXml: 'absent' },
	],
	[
		'lists of everything, all as text',
		{ jsonLists: 'everywhere', jsonValues: 'text', responseXml: 'absent' },
	],
	[
		'the identifier is nowhere, and the search finds nothing',
		{ identifier: 'nowhere', searchLooks: 'nowhere' },
	],
	['requests are shown nowhere', { listShows: 'id and state', requestShown: 'not at all' }],
];

const form = { result: 'waitPolling', options: { waitLimit: 60 } };

const idOf = ({ TxnID, ListID }: IDataObject): string => String(TxnID ?? ListID);

const idIn = (record: Element): string | undefined =>
	textAt(record, 'TxnID') ?? textAt(record, 'ListID');

/** A record without what differs from one run to the next. */
const withoutTimes = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !/^Time|^EditSequence$/.test(name)));

/** How often something was carried out. */
const timesDone = ({ ledger }: LawfulService, kind: string): number =>
	ledger.filter((entry) => entry.kind === kind && !entry.refused).length;

/** Runs an operation that succeeds, once for each record; what came out for each. */
async function outputs(
	{ run }: Place,
	operation: OperationName,
	filledIn: IDataObject,
	ids: readonly string[] = [''],
): Promise<IDataObject[][]> {
	const { status, error, items } = await run(
		operation,
		{ ...form, ...filledIn },
		{ items: ids.map((id) => ({ json: { record: byId(id) } })) },
	);
	expect({ operation, status, error }).toEqual({ operation, status: 'success' });
	const own: IDataObject[][] = ids.map(() => []);
	for (const { json, pairedItem } of items) own[(pairedItem as { item: number }).item].push(json);
	return own;
}

/** Forms whose records one run can get or take out of the books. */
interface Group {
	kind: RecordKind;
	/** The choice of the form's type, such as that of an item. */
	variant: IDataObject;
	/** The record's name in qbXML. */
	type: string;
	forms: RecordForm[];
}

/** The forms by their records' names in qbXML. */
function groupsOf(): Group[] {
	const groups = new Map<string, Group>();
	for (const one of recordForms) {
		const kind = records.find(({ value }) => value === one.resource) as RecordKind;
		const filledIn = one.form(() => '');
		const { form: own } = kind;
		const isOne = own === undefined || !hasVariants(own);
		const variant = isOne ? {} : { [own.name]: filledIn[own.name] };
		const type = isOne
			? own?.qbxml
			: own.variants.find(({ value }) => value === filledIn[own.name])?.qbxml;
		const group = groups.get(String(type)) ?? { kind, variant, type: String(type), forms: [] };
		groups.set(group.type, group);
		group.forms.push(one);
	}
	return [...groups.values()];
}

/** Makes every record, reads it in all ways, and takes it out of the books again; what came out, for comparison. */
async function play(place: Place): Promise<IDataObject[]> {
	const { service } = place;
	const came: IDataObject[] = [];
	const made = new Map<string, IDataObject>();
	const groups = groupsOf();
	for (const { title, resource, form: fill } of recordForms) {
		const type = groups.find(({ forms }) => forms.some((one) => one.title === title))?.type;
		const before = timesDone(service, `${type}Add`);
		const [created] = await outputs(
			place,
			`${resource}.create`,
			fill((other) => idOf(made.get(other) ?? {})),
		);
		expect({ title, created: created.length }).toEqual({ title, created: 1 });
		expect(timesDone(service, `${type}Add`)).toBe(before + 1);
		made.set(title, created[0]);
		came.push(withoutTimes(created[0]));
	}
	for (const { kind, variant, type, forms } of groups) {
		const { value: resource, operations, kind: sort } = kind;
		const own = forms.map(({ title }) => made.get(title) ?? {});
		const chosen = { ...variant, [sort === 'list' ? 'listId' : 'txnId']: '={{ $json.record }}' };
		if (operations.includes('get')) {
			const got = await outputs(place, `${resource}.get`, chosen, own.map(idOf));
			expect(got).toEqual(own.map((one) => [one]));
		}
		const [all] = await outputs(place, `${resource}.query`, {
			...variant,
			options: { ...form.options, includeLineItems: true },
		});
		expect(all.filter((one) => own.map(idOf).includes(idOf(one)))).toEqual(own);
		for (const removal of ['void', 'delete'] as const) {
			if (!operations.includes(removal)) continue;
			const request = removal === 'void' ? 'TxnVoid' : sort === 'list' ? 'ListDel' : 'TxnDel';
			const before = timesDone(service, request);
			const removed = await outputs(place, `${resource}.${removal}`, chosen, own.map(idOf));
			expect(removed.map((one) => one.map(idOf))).toEqual(own.map((one) => [idOf(one)]));
			expect(timesDone(service, request)).toBe(before + own.length);
			came.push(...removed.flat().map(withoutTimes));
		}
		const left = service.company(place.connectionId).records(type).map(idIn);
		expect(own.map(idOf).some((id) => left.includes(id))).toBe(!operations.includes('delete'));
	}
	return came;
}

let expected: IDataObject[];
beforeAll(async () => {
	expected = await at({ responseJson: 'absent' }, play);
});

test.each(readings)(
	'%s: every record is written once and comes out the same',
	async (_name, reading) => {
		expect(await at(reading, play)).toEqual(expected);
	},
);
