import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { AccountingSyncApi } from '../../../credentials/AccountingSyncApi.credentials';
import { repositoryFolder } from '../../../n8n/files';
import { AccountingSync } from '../../../nodes/AccountingSync/AccountingSync.node';
import { AccountingSyncTrigger } from '../../../nodes/AccountingSyncTrigger/AccountingSyncTrigger.node';
import packageJson from '../../../package.json';
import { fieldsInside } from '../support/description';

// What n8n's pages of rules ask for and its published plugin does not check yet.

const descriptions = [new AccountingSync().description, new AccountingSyncTrigger().description];
const withNested = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...withNested(fieldsInside(field))]);
const everyField = descriptions.flatMap(({ properties }) => withNested(properties));

/** The background of a node on n8n's canvas. */
const backgrounds = { light: '#ffffff', dark: '#2b2b2b' };

/** The relative luminance of a colour such as `#1f7a5c`, as WCAG 2 computes it. */
function luminance(colour: string): number {
	const full = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const part = parseInt(full.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

const icons = [...descriptions, new AccountingSyncApi()].map(
	({ icon }) => icon as { light: string; dark: string },
);

/** The best contrast of a colour of an icon with the background of its theme, as n8n's rule reads it. */
function contrastOf(icon: { light: string; dark: string }, theme: 'light' | 'dark'): number {
	const [, name = ''] = /([^/]+)$/.exec(icon[theme]) ?? [];
	const svg = readFileSync(join(repositoryFolder, 'icons', name), 'utf8');
	const colours = [...svg.matchAll(/(?:fill|stroke|stop-color)="(#[0-9a-f]{3,6})"/g)];
	return Math.max(...colours.map(([, colour]) => contrast(colour, backgrounds[theme])));
}

describe("n8n's rules for what it verifies", () => {
	it('computes contrast as WCAG does', () => {
		expect(contrast('#000', '#fff')).toBeCloseTo(21);
		expect(contrast('#000', '#2b2b2b')).toBeCloseTo(1.48, 2);
	});

	it.each(['light', 'dark'] as const)('every icon can be seen in the %s theme', (theme) => {
		expect(icons).toHaveLength(3);
		for (const icon of icons) expect(contrastOf(icon, theme)).toBeGreaterThanOrEqual(3);
	});

	it('each node has one credential', () => {
		for (const { credentials } of descriptions) expect(credentials).toHaveLength(1);
	});

	it('no hint under a field is longer than 120 characters', () => {
		expect(everyField.length).toBeGreaterThan(100);
		expect(everyField.filter(({ hint = '' }) => hint.length > 120)).toEqual([]);
	});

	it('an optional field of JSON is there only where somebody chose it instead of fields', () => {
		const top = descriptions.flatMap(({ properties }) => properties);
		const open = top.filter(({ type, required }) => type === 'json' && required !== true);
		const isChoice = (name: string): boolean =>
			top.some(
				(field) =>
					field.name === name &&
					field.default !== 'json' &&
					field.options?.some((option) => 'value' in option && option.value === 'json'),
			);
		const unasked = open.filter(
			({ displayOptions }) =>
				!Object.entries(displayOptions?.show ?? {}).some(
					([name, values]) => values?.length === 1 && values[0] === 'json' && isChoice(name),
				),
		);
		expect(open.length).toBeGreaterThan(0);
		// More Values of Queued Request, for requests that only an expression chooses, so that no form can have their fields.
		expect(unasked.map(({ name }) => name)).toEqual(['typedJson']);
	});

	it('the package lies at the top of its repository', () => {
		expect(packageJson.repository).not.toHaveProperty('directory');
		expect(packageJson.n8n.strict).toBe(true);
	});

	it('both nodes tell builders of workflows when to use them, in words', () => {
		for (const { builderHint } of descriptions) {
			expect(builderHint?.searchHint).toMatch(/^Use .*QuickBooks Desktop/);
			expect(JSON.stringify(builderHint)).not.toMatch(/\{\{|={{/);
		}
	});
});
