import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { actionCodex } from '../../../build/codex';
import { AccountingSyncTrigger } from '../../../nodes/AccountingSyncTrigger/AccountingSyncTrigger.node';
import { bookkeepersWords } from '../../support/bookkeepers-words';
import { choicesOf, description, operations } from '../support/description';

/** The node as n8n's panel searches it, with the function that the panel calls. */
const node = { properties: { displayName: description.displayName, codex: actionCodex } };

/** What the panel gives at least for letters that stand one after the other. */
const inSequence = (typed: string): number => 60 * (typed.length - 1);

const panelActions = description.properties
	.filter(({ name }) => name === 'resource')
	.flatMap(choicesOf)
	.flatMap(({ name, value }) => {
		const selector = description.properties.find(
			(field) =>
				field.name === 'operation' &&
				field.displayOptions?.show?.resource?.includes(value as string),
		);
		return selector === undefined
			? []
			: choicesOf(selector).map(({ action, value: operation }) => ({
					group: name,
					action,
					resource: selector.displayOptions?.show?.resource?.[0],
					operation,
				}));
	});

describe("a bookkeeper's words", () => {
	it('are sixty and more, each once', () => {
		const typed = bookkeepersWords.map(([words]) => words);
		expect(new Set(typed).size).toBe(typed.length);
		expect(typed.length).toBeGreaterThanOrEqual(60);
	});

	it.each(bookkeepersWords)('%j finds the node', (typed) => {
		const [found] = sublimeSearch(typed.toLowerCase(), [node]);
		expect(found?.score).toBeGreaterThanOrEqual(inSequence(typed));
	});

	it.each(bookkeepersWords)('%j means something that there is: %s', (_typed, meant) => {
		const [resource, operation] = meant.split('.');
		if (resource === 'on') {
			const changes = new AccountingSyncTrigger().description.properties
				.filter(({ name }) => name === 'queriedResource')
				.flatMap(choicesOf);
			expect(changes.map(({ value }) => value)).toContain(operation);
		} else expect(operations).toContainEqual({ resource, operation });
	});

	it('would not be found by words of something else', () => {
		const [found] = sublimeSearch('payroll budget', [node]);
		expect(found).toBeUndefined();
	});
});

describe("the panel's list of actions", () => {
	it('begins with those that are used most, Create an invoice first', () => {
		const first = panelActions.filter(({ group }) => group === 'Most Used');
		expect(panelActions.slice(0, first.length)).toEqual(first);
		expect(first[0]).toMatchObject({
			action: 'Create an invoice',
			resource: 'invoice',
			operation: 'create',
		});
	});

	it('has every operation under its own resource too, and sets what a workflow stores', () => {
		const own = panelActions.filter(({ group }) => group !== 'Most Used');
		expect(own.map(({ resource, operation }) => ({ resource, operation }))).toEqual(operations);
		for (const { resource, operation } of panelActions)
			expect(operations).toContainEqual({ resource, operation });
	});
});
