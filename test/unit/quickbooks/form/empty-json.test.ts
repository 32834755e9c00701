import { runInNewContext } from 'node:vm';

import { emptyPlaceIn, isReadByPeople } from '../../../../quickbooks/form/emptyJson';
import { type Evaluate, hasJoinedNothing } from '../../../../quickbooks/form/templates';

const $json = { qty: 2, name: 'Kristy', nothing: null };

/** As n8n does it: one template gives its value, and in a text what does not exist is left out. */
const evaluate: Evaluate = (text) => {
	const valueOf = (template: string): unknown => runInNewContext(`(${template})`, { $json });
	const [, only] = /^\{\{((?:(?!\}\})[^])*)\}\}$/.exec(text) ?? [];
	if (only !== undefined) return valueOf(only);
	return text.replace(/\{\{(.*?)\}\}/g, (_all, template: string) =>
		String(valueOf(template) ?? ''),
	);
};

const placeIn = (expression: string) =>
	emptyPlaceIn(expression, evaluate(expression.slice(1)), evaluate);

describe('JSON that expressions fill', () => {
	test.each([
		['={{ ({ ref_number: $json.no }) }}', ': ref_number', undefined, undefined],
		['={{ ({ ref_number: null }) }}', ': ref_number', undefined, null],
		['={{ ({ lines: [{ rate: 1 }, { rate: $json.no * 2 }] }) }}', ': rate', undefined, NaN],
		['={{ ({ name: "N-" + $json.no }) }}', ': name', undefined, 'N-undefined'],
		['={{ JSON.stringify([{ Rate: 1 }, { Rate: $json.no }]) }}', ' 2: Rate', undefined, null],
		['={{ JSON.stringify([{ Rate: $json.no }], null, 2) }}', ' 1: Rate', undefined, null],
		[
			'={{ ({ children: [{ name: "RefNumber", text: $json.no }] }) }}',
			': RefNumber',
			undefined,
			undefined,
		],
		['=[{"Rate": "{{ $json.no }}.00"}]', ' 1: Rate', '{{ $json.no }}', undefined],
		[
			'=[{"Desc": "{{ $json.no }}", "Rate": "{{ $json.nothing }}"}]',
			' 1: Rate',
			'{{ $json.nothing }}',
			null,
		],
		['=[{"Rate": {{ $json.no }}}]', ' 1: Rate', '{{ $json.no }}', undefined],
		['=[{"Name": "{{ "a-" + $json.no }}"}]', ' 1: Name', '{{ "a-" + $json.no }}', 'a-undefined'],
	])('%s is empty at "%s"', (expression, where, template, value) => {
		expect(placeIn(expression)).toEqual({ where, template, value });
	});

	test.each([
		'={{ ({ memo: $json.no, "BillAddress.Addr2": null, CompanyName: $json.no }) }}',
		"={{ ({ ref_number: '' }) }}",
		'={{ JSON.stringify([{ Rate: $json.qty, Desc: $json.no }]) }}',
		'={{ "[" + JSON.stringify({ Rate: 1 }) + "]" }}',
		'={{ JSON.stringify({}) }}',
		'=[{"Rate": "{{ $json.qty }}.00", "Desc": "For {{ $json.no }}"}]',
		'=[{"Name": "undefined", "Rate": {{ $json.qty }}}]',
		// Others know what is in a list that an expression gives as such.
		'={{ [{ Rate: $json.no }] }}',
	])('%s is not', (expression) => {
		expect(placeIn(expression)).toBeUndefined();
	});

	test.each([
		['Desc', true],
		['bill_addr2', false],
		['BillAddress.Addr2', true],
		['addr_1', true],
		['job_title', true],
		['CompanyName', true],
		['notes', true],
		['AltPhone', true],
		['RefNumber', false],
		['FullName', false],
		['PONumber', false],
		['Description', true],
		['memo.Rate', false],
	])('%s is read by people only: %s', (key, isRead) => {
		expect(isReadByPeople(key)).toBe(isRead);
	});
});

describe('a text that JavaScript has joined', () => {
	test.each([
		['={{ "INV-" + $json.no }}', 'INV-undefined'],
		['={{ `INV-${$json.no}` }}', 'INV-null'],
		['={{ "S7" + null }}', 'S7null'],
		['={{ String($json.no) }}', 'null'],
		['={{ "on " + DateTime.fromISO("x") }}', 'on Invalid DateTime'],
		['={{ $json.a.concat($json.b) }}', 'R1NaN'],
	])('%s shows what does not exist in %s', (expression, value) => {
		expect(hasJoinedNothing(expression, value)).toBe(true);
	});

	test.each([
		['={{ $json.name }}', 'undefined parts'],
		['=A+B {{ $json.name }}', 'NaN'],
		['={{ $json.first + $json.last }}', 'Ann Null'],
		['={{ $json.first + $json.last }}', 'annulled'],
		['={{ 1 + 2 }}', 3],
		[undefined, 'undefined'],
	])('%s does not in %s', (expression, value) => {
		expect(hasJoinedNothing(expression, value)).toBe(false);
	});
});
