import { runInNewContext } from 'node:vm';

import { checkExpressions, type DrawnField } from '../../../../quickbooks/form/checkExpressions';
import { WHEN_NOTHING, type WhenNothing } from '../../../../quickbooks/form/nothing';
import { type Evaluate, templatesIn } from '../../../../quickbooks/form/templates';

const BIG = 1234567890123456789;
const $json = {
	no: 'A-1',
	número: 'A-2',
	id$x: 'A-3',
	empty: '',
	zero: 0,
	nothing: null,
	nan: 'pi_3NaNxyz',
	modem: 'null modem cable',
	gaps: ['A', null, 'B'],
	none: [],
	big: BIG,
	bigs: [{ id: BIG }],
	filter_qty: null,
	date: '2026-01-15',
};
const $ = () => ({ item: { json: $json }, first: () => ({ json: $json }) });
const $if = (condition: unknown, one: unknown, other: unknown) => (condition ? one : other);
const $input = { all: () => [{ json: $json }] };

/** As n8n does it: one template gives its value, and in a text what does not exist is left out. */
const evaluate: Evaluate = (text) => {
	const valueOf = (template: string): unknown =>
		runInNewContext(`(${template.slice(2, -2)})`, { $json, $, $input, $if });
	const templates = templatesIn(`=${text}`);
	if (templates.length === 1 && text.trim() === templates[0]) return valueOf(templates[0]);
	return templates.reduce(
		(left, template) => left.replace(template, () => String(valueOf(template) ?? '')),
		text,
	);
};

/** What a field says of an expression; undefined if it takes it. */
function saidOf(expression: string, when: WhenNothing, more: Partial<DrawnField> = {}) {
	const field: DrawnField = {
		...{ name: 'number', displayName: 'Number', type: 'string', [WHEN_NOTHING]: when },
		...more,
	};
	const given = evaluate(expression.slice(1));
	try {
		checkExpressions([field], { number: expression }, { number: given }, evaluate);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

describe('what somebody writes on purpose is taken', () => {
	test.each([
		'={{ $json.no }}',
		'={{ $json.número }}',
		'=INV-{{ $json.número }}',
		'={{ $json.id$x.toLowerCase() }}',
		'={{ $json["no"].trim() }}',
		"={{ $('Orders (shop)').item.json.no + '-1' }}",
		'={{ $input.all()[0].json.no + "-1" }}',
		"={{ $json.no }}{{ $json.s ? '-' + $json.s : '' }}",
		"={{ $json.p || '' }}{{ $json.no }}",
		"={{ $json.p ?? '' }}{{ $json.no }}",
		'={{ "N-" + $json.zero }}',
		'={{ "S-" + $json.nan }}',
		'={{ "S-" + $json.modem }}',
		'={{ `W-${$json.nan}` }}',
		'={{ $json.gaps.at(0) }}',
		'={{ $json.gaps.slice(0, 1).join("-") }}',
		'={{ "N" + $json.none.length }}',
		'={{ !$json.s + "" }}',
		'={{ ($json.s > 1) + "" }}',
		'={{ [$json.no, $json.s].filter(Boolean).join("-") }}',
		'={{ [$json.no, $json.s && "-2"].join("") }}',
		'={{ $if($json.s, $json.s + "x", $json.no) }}',
	])('%s', (expression) => {
		expect(saidOf(expression, 'refused')).toBeUndefined();
	});

	test.each([
		'={{ $json.empty.slice(0, 11) }}',
		'={{ $json.empty.trim() }}',
		"={{ $json.a ?? '' }}{{ $json.b ?? '' }}",
	])('an empty text leaves a field out that somebody added: %s', (expression) => {
		expect(saidOf(expression, 'blankLeavesOut')).toBeUndefined();
	});

	test.each([
		'=<A><Memo>{{ $json.s }}</Memo><RefNumber>{{ $json.no }}</RefNumber></A>',
		"=<A>{{ $json.s ? '<Memo>x</Memo>' : '' }}<RefNumber>{{ $json.no }}</RefNumber></A>",
		"=<A><RefNumber>{{ $json.s ?? '' }}</RefNumber></A>",
		'=<A><Memo>{{ "For " + $json.modem }}</Memo></A>',
	])('in XML: %s', (expression) => {
		expect(saidOf(expression, 'refused')).toBeUndefined();
	});

	test.each([
		'=[{"ItemRef": "{{ $json.p ?? "" }}{{ $json.no }}"}]',
		'=[{"ItemRef": "A"}{{ $json.s ? ",{}" : "" }}]',
		'=[{"ItemRef": "A", "Desc": "For {{ $json.s }}"}]',
		'=[{"ItemRef": "{{ $json.modem + "" }}"}]',
	])('in JSON: %s', (expression) => {
		expect(saidOf(expression, 'refused', { type: 'json' })).toBeUndefined();
	});
});

describe('what is missing is refused', () => {
	test.each([
		'={{ Number($json.nothing) }}',
		'={{ $json.s?.[0]?.["qty"] + "-1" }}',
		"={{ $('Orders (shop)').item.json.s + '-1' }}",
		"={{ $('Orders').first().json.s + '-1' }}",
		"={{ ('000' + $('Orders').item.json.s).slice(-5) }}",
		'={{ Number($input.all()[0].json.nothing) }}',
		'={{ Number($json.filter_qty) }}',
		'={{ "a = b ".slice(5) + Number($json.nothing) }}',
		'={{ ["INV", $json.s].join("-") }}',
		'={{ "INV-" + $json.none }}',
		'={{ $json.empty.toUpperCase() + "x" }}',
		'={{ $json.número1 + "x" }}',
		'=INV-{{ $json.empty }}',
	])('%s', (expression) => {
		expect(saidOf(expression, 'refused')).toMatch(/^Number: .*gave nothing/);
	});

	test.each([
		'=<A><RefNumber>INV{{ $json.empty }}</RefNumber></A>',
		'=<A><RefNumber>{{ $json.empty }}</RefNumber></A>',
		'=<A><ExchangeRate>{{ Number($json.empty) }}</ExchangeRate></A>',
		'=<A><RefNumber>{{ $json.s }}</RefNumber></A>',
		'=<A>{{ $json.s }}</A><B>1</B>',
	])('in XML: %s', (expression) => {
		expect(saidOf(expression, 'refused')).toMatch(/gave nothing/);
	});

	test.each([
		'=[{"Quantity": {{ Number($json.nothing) }}}]',
		'=[{"Rate": "{{ $json.empty * 1.5 }}"}]',
		'=[{"ItemRef": "{{ $json.empty.toUpperCase() + "x" }}"}]',
		'=[{"Quantity": 1{{ $json.empty }}}]',
	])('in JSON: %s', (expression) => {
		expect(saidOf(expression, 'refused', { type: 'json' })).toMatch(/gave nothing/);
	});

	test.each([
		'={{ "N" + $json.big }}',
		'=N{{ $json.big }}',
		'={{ "N" + $json.bigs.map((one) => one.id).join() }}',
	])('a number without all of its digits: %s', (expression) => {
		expect(saidOf(expression, 'refused')).toMatch(/keep all of its digits/);
	});
});
