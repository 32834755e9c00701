import {
	alsoKept,
	firstSlotIn,
	isAsMade,
	itemPrefix,
	mayStandFor,
	nameOf,
	namesIn,
	nothingKept,
	provesItself,
	readRoundOf,
	readSlot,
	replacementIdentifier,
	runPrefix,
	stepPositionOfSlot,
	withCheck,
	withoutCheck,
} from '../../../../queue/requests/identifiers';
import { madeWrite } from '../support/records';

const PREFIX = 'n8n-run1-';

it('begins with the run, then the item', () => {
	expect(runPrefix('run1')).toBe(PREFIX);
	expect(itemPrefix(PREFIX, 12)).toBe('n8n-run1-12-');
});

it.each([
	['12r1s3', { item: '12', round: 1, step: 3, part: '', slot: '12r1s3' }],
	['0r10s20.15', { item: '0', round: 10, step: 20, part: '.15', slot: '0r10s20.15' }],
	['0wab-_1r1s3', { item: '0wab-_1', round: 1, step: 3, part: '', slot: '0wab-_1r1s3' }],
	['12', undefined],
	['12r1s3-', undefined],
	['x12r1s3', undefined],
	['0wab-_r1s3', undefined],
	['r1s3', undefined],
	['0rs3', undefined],
	['0r1s', undefined],
	['0r1s3.', undefined],
])('the slot %s stands for %j', (slot, position) => {
	expect(stepPositionOfSlot(slot)).toEqual(position);
});

it.each([
	['n8n-run1-12-abcdefgh', '12'],
	['n8n-run1-12r1s3-abcdef', undefined],
	['n8n-run1-q0-abcdefgh', undefined],
	['n8n-run2-12-abcdefgh', undefined],
])('the identifier %s names the first slot %j', (identifier, slot) => {
	expect(firstSlotIn(PREFIX, identifier)).toBe(slot);
});

it('is the same for what replaces a request, in whichever execution', () => {
	const identifier = replacementIdentifier('c1', 'r1');
	expect(identifier).toMatch(/^n8n-instead-[\w-]{16}$/);
	expect(replacementIdentifier('c1', 'r1')).toBe(identifier);
	expect(replacementIdentifier('c2', 'r1')).not.toBe(identifier);
	expect(replacementIdentifier('c1', 'r2')).not.toBe(identifier);
});

const KEY = 'AbCdEfGhIj-_MnOp';

it.each([
	`n8n-${KEY}-12-abcdefgh-0a1b2c3d`,
	`n8n-${KEY}-12r1s3.4-abcdef-0a1b2c3d`,
	`n8n-${KEY}-0wab-_1r1s3-abcdef-0a1b2c3d`,
	'n8n-instead-AbCdEfGhIjKlMnOp-0a1b2c3d',
	`n8n-${KEY}-12-abcdefgh`,
	`n8n-${KEY}-q0-abcdefgh`,
	`n8n-${KEY}-wake-1-0`,
	`n8n-${KEY}-wake-2-again-10`,
])('%s is as these nodes have made it, and nothing that becomes of it', (identifier) => {
	expect(isAsMade(identifier)).toBe(true);
	for (const changed of [
		identifier.toLowerCase(),
		identifier.toUpperCase(),
		`x${identifier}`,
		`${identifier} `,
		identifier.slice(0, 20),
		identifier.slice(0, 24),
		identifier.slice(4),
	]) {
		expect(isAsMade(changed)).toBe(false);
	}
});

describe('the identifier of an order', () => {
	it.each(['invoice:A-1', 'invoice:1042', 'inventoryAdjustment:a b: 1042', 'bill:ä'])(
		'%s proves itself by its check, and nothing that becomes of it does',
		(text) => {
			const identifier = withCheck(text);
			expect(identifier).toHaveLength(text.length + 5);
			expect(identifier).toMatch(/-[A-Z][a-z\d]{3}$/);
			expect(withCheck(text)).toBe(identifier);
			expect(provesItself(identifier)).toBe(true);
			expect(withoutCheck(identifier)).toBe(text);
			for (const changed of [
				text,
				identifier.toLowerCase(),
				identifier.toUpperCase(),
				`x${identifier}`,
				`${identifier} `,
				identifier.slice(0, -1),
				identifier.slice(1),
				identifier.replace('-', '_'),
			]) {
				expect(provesItself(changed)).toBe(false);
				expect(withoutCheck(changed)).toBe(changed);
			}
		},
	);
});

describe('what a service may show for an identifier', () => {
	const kept = (...identifiers: string[]) => identifiers.reduce(alsoKept, nothingKept);

	it.each([
		['in lower case', 'order-a', [], true],
		['in lower case, if all that is known is in lower case', 'order-a', ['order-b'], true],
		['in lower case, if longer ones are known in lower case', 'order-a', ['order-bbbb'], true],
		['in lower case, if capitals are kept', 'order-a', ['B'], false],
		['cut off', 'Order', [], true],
		['cut off at the length of the longest that is known', 'Order', ['abcde'], true],
		['cut off, if longer ones are known', 'Order', ['abcdef'], false],
		['cut off and in lower case', 'order', ['abcde'], true],
		['cut off and in lower case, if longer ones are known', 'order', ['abcdefgh'], false],
		['cut off and in lower case, if capitals are kept', 'order', ['A'], false],
		['as it is', 'Order-A', [], false],
		['in capitals', 'ORDER-A', [], false],
		['with more', 'Order-A1', [], false],
		['as another', 'Order-B', [], false],
		['not at all', '', [], false],
	])('%s: %s beside %j: %s', (_, shown, known, may) => {
		expect(mayStandFor(shown, 'Order-A', kept(...known))).toBe(may);
	});

	it.each([
		['goes on in lower case', 'n8n-run-0-words-mark', [], true],
		['goes on in lower case, if capitals are kept', 'n8n-run-0-words', ['A'], false],
		['goes on, and is cut off', 'n8n-RUN-0-wo', ['n8n-abcdefg'], true],
		['goes on, and longer ones are known', 'n8n-RUN-0-wo', ['n8n-abcdefghi'], false],
		['is that of another run', 'n8n-nur-0-words', [], false],
	])('what these nodes make %s: %s beside %j: %s', (_, shown, known, may) => {
		expect(mayStandFor(shown, 'n8n-RUN-', kept(...known))).toBe(may);
	});

	it('what these nodes make is not in lower case if it has no capitals', () => {
		expect(mayStandFor('n8n-run-0-wo', 'n8n-run-', kept('n8n-abcdefghi'))).toBe(false);
	});
});

it('finds the round of a read in its slot', () => {
	expect(readRoundOf(PREFIX, readSlot(PREFIX, 12, 'abcdefgh'))).toBe(12);
	expect(readRoundOf(PREFIX, '0r12s1')).toBeUndefined();
	expect(readRoundOf(PREFIX, readSlot('n8n-run2-', 12, 'abcdefgh'))).toBeUndefined();
});

describe('what a write is called', () => {
	it('is its item for a first request', () => {
		expect(nameOf(madeWrite)).toBe('n8n-run1-0-');
		expect(namesIn(PREFIX, 'n8n-run1-12-abcdefgh-mark1')).toEqual([
			'n8n-run1-12-',
			'n8n-run1-12-abcdefgh',
		]);
	});

	it('is its item and step, in whichever round and part', () => {
		const write = { ...madeWrite, position: { item: '0', round: 2, step: 3 }, part: '.1' };
		expect(namesIn(PREFIX, 'n8n-run1-0r1s3.1-abcdef-mark')).toEqual([nameOf(write)]);
		expect(namesIn(PREFIX, 'n8n-run1-0r1s3-abcdef-mark')).toEqual([nameOf(write)]);
		expect(namesIn(PREFIX, 'n8n-run1-1r1s3.1-abcdef-mark')).not.toEqual([nameOf(write)]);
		expect(namesIn(PREFIX, 'n8n-run1-0r1s4.1-abcdef-mark')).not.toEqual([nameOf(write)]);
	});

	it('is nothing for other identifiers', () => {
		for (const other of [
			'n8n-run2-0-abcdefgh',
			'n8n-run1-x',
			'n8n-run1-x0-abcdefgh',
			'n8n-run1-0',
		]) {
			expect(namesIn(PREFIX, other)).toEqual([]);
		}
	});
});
