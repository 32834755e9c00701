import {
	mayBeNew,
	newRecords,
	recordMark,
	rememberRecords,
} from '../../../../queue/deliveries/handedRecords';
import type { JsonObject } from '../../../../quickbooks/json/object';
import type { AnswerRecord } from '../../../../quickbooks/qbxml/answer';

const vendor = (fields: AnswerRecord['fields']): AnswerRecord => ({ type: 'Vendor', fields });
const START = '2026-03-01T08:00:00.000Z';
const run = { start: START, since: null, overlap: 15 };
const at = (time: string) => `2026-03-01T${time}:00Z`;

let count = 0;
/** A memory of its own in each test; `elsewhere` has what is stored alone. */
function memory(staticData: JsonObject = {}, scheduledQuery = 'q') {
	count += 1;
	return { node: `node ${count}`, staticData, scheduledQuery };
}

test('a record is known by its ID and all that it shows, for stock and balances change without a new EditSequence', () => {
	const fields = { ListID: '1', EditSequence: '7', TimeModified: at('08:00') };
	const mark = recordMark(vendor(fields));
	expect(recordMark(vendor({ ...fields }))).toBe(mark);
	const others = [
		recordMark(vendor({ ...fields, ListID: '2' })),
		recordMark(vendor({ ...fields, QuantityOnHand: '3' })),
		recordMark(vendor({ ...fields, EditSequence: '8' })),
		recordMark(vendor({ ...fields, TimeModified: at('08:01') })),
		recordMark({ type: 'Customer', fields }),
		recordMark(vendor({ TxnID: '1', EditSequence: '7' })),
		recordMark(vendor({ ListID: '1', EditSequence: '7' })),
		recordMark(vendor({ ListID: '1', TimeModified: at('08:00') })),
	];
	expect(new Set([mark, ...others]).size).toBe(9);
});

test('nothing is held back that does not tell itself from its next change', () => {
	const cases: Array<AnswerRecord['fields']> = [
		{},
		{ ListID: '1' },
		{ EditSequence: '7' },
		{ Name: 'a' },
	];
	for (const fields of cases) {
		const own = memory();
		rememberRecords(own, [vendor(fields)], run);
		expect(newRecords(own, [vendor(fields)])).toHaveLength(1);
		expect(own.staticData).toEqual({});
		rememberRecords(own, [vendor({ ListID: '2', EditSequence: '7' })], run);
		expect(newRecords(own, [vendor(fields)])).toHaveLength(1);
	}
});

test('a record is deleted only once', () => {
	const fields = { ListDelType: 'Customer', ListID: '1', TimeDeleted: at('08:00') };
	const deleted = (more: AnswerRecord['fields']): AnswerRecord => ({
		type: 'ListDeleted',
		fields: { ...fields, ...more },
	});
	const mark = recordMark(deleted({}));
	expect(recordMark(deleted({ TimeDeleted: at('09:00'), FullName: 'A' }))).toBe(mark);
	const others = [deleted({ ListID: '2' }), deleted({ ListDelType: 'Vendor' })].map((record) =>
		recordMark(record),
	);
	expect(new Set([mark, ...others]).size).toBe(3);
	const own = memory();
	rememberRecords(own, [deleted({ TimeDeleted: at('01:00') })], run);
	expect(newRecords(own, [deleted({})])).toHaveLength(1);
	rememberRecords(own, [deleted({})], run);
	expect(newRecords(own, [deleted({})])).toEqual([]);
});

test.each<[created: string | undefined, since: string | null | undefined, isNew: boolean]>([
	[at('08:00'), at('07:59'), true],
	[at('08:00'), at('08:00'), true],
	[at('07:59'), at('08:00'), false],
	['2026-03-01T03:00:00-05:00', at('08:00'), true],
	['2026-03-01T02:59:59-05:00', at('08:00'), false],
	// The first run asks for everything; without an offset or a moment nobody can tell.
	[at('01:00'), null, true],
	[at('01:00'), undefined, true],
	['2026-03-01T01:00:00', at('08:00'), true],
	[undefined, at('08:00'), true],
	['soonZ', at('08:00'), true],
])('a record of %s may be new in a run since %s: %s', (TimeCreated, since, isNew) => {
	expect(mayBeNew(vendor(TimeCreated === undefined ? {} : { TimeCreated }), since)).toBe(isNew);
});

test('another question starts over', () => {
	const own = memory();
	const records = [vendor({ ListID: '1', EditSequence: '7' })];
	rememberRecords(own, records, run);
	expect(newRecords({ ...own, scheduledQuery: 'another' }, records)).toEqual(records);
});

test.each<[what: string, modified: string | undefined, start: string | undefined, kept: boolean]>([
	['before the overlap', at('07:44'), START, false],
	['at its beginning', at('07:45'), START, true],
	['after the start', at('09:00'), START, true],
	['at a time that is not told', undefined, START, true],
	['in a run whose start is not known', at('01:00'), undefined, true],
])('a record that changed %s is remembered: %#', (_what, TimeModified, start, kept) => {
	const own = memory();
	const record = vendor({ ListID: '1', EditSequence: '7', ...(TimeModified && { TimeModified }) });
	rememberRecords(own, [record], { ...run, start });
	expect(newRecords(own, [record])).toHaveLength(kept ? 0 : 1);
});

test.each([
	[at('06:59'), true],
	[at('07:00'), false],
	[at('07:10'), false],
])('a record of %s that came in a run since 07:00 may come again: %s', (TimeModified, may) => {
	const own = memory();
	const record = vendor({ ListID: '1', EditSequence: '7', TimeModified });
	rememberRecords(own, [record], { ...run, since: at('07:00') });
	expect(newRecords(own, [record])).toHaveLength(may ? 0 : 1);
});

const stocked = (QuantityOnHand: string, more: AnswerRecord['fields'] = {}): AnswerRecord => ({
	type: 'ItemInventory',
	fields: { ListID: '1', EditSequence: '7', TimeModified: at('01:00'), QuantityOnHand, ...more },
});

test('of two copies of what is remembered the newer one counts, whichever was stored', () => {
	const own = memory();
	rememberRecords(own, [stocked('5')], run);
	const old = { ...own.staticData };
	rememberRecords(own, [stocked('4')], run);
	// Another execution has saved what it had read before.
	const overwritten = { ...own, staticData: old };
	expect(newRecords(overwritten, [stocked('4')])).toEqual([]);
	expect(newRecords(overwritten, [stocked('5')])).toHaveLength(1);
	// Another process has handed over a newer one.
	const elsewhere = memory({ ...own.staticData });
	rememberRecords(elsewhere, [stocked('3')], run);
	const stored = { ...own, staticData: elsewhere.staticData };
	expect(newRecords(stored, [stocked('3')])).toEqual([]);
	expect(newRecords(stored, [stocked('4')])).toHaveLength(1);
});

test('the order of elements and the type of a value make no other version', () => {
	const mark = recordMark(stocked('5', { IsActive: true, Name: 'Window' }));
	const { fields } = stocked('5', { Name: 'Window', IsActive: 'true' });
	const reversed = Object.fromEntries(Object.entries(fields).reverse());
	expect(recordMark({ type: 'ItemInventory', fields: reversed })).toBe(mark);
	expect(recordMark(stocked('5', { IsActive: true, Name: 'Windows' }))).not.toBe(mark);
});

test('the newest thousand are remembered', () => {
	const own = memory();
	const records = Array.from({ length: 1001 }, (_, index) =>
		vendor({ ListID: String(index), EditSequence: '7' }),
	);
	rememberRecords(own, records, run);
	expect(newRecords(own, records)).toEqual([records[0]]);
	expect(JSON.stringify(own.staticData).length).toBeLessThan(20_000);
});
