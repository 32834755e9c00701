import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { service, stopServices } from './support/service';

const folder = path.join(__dirname, '../../deploy/monitoring');

interface Rule {
	readonly alert: string;
	readonly expr: string;
	readonly labels: { readonly severity: string };
	readonly annotations: { readonly summary: string; readonly action: string };
}

const { groups } = parse(readFileSync(path.join(folder, 'alerts.yaml'), 'utf8')) as {
	groups: Array<{ rules: Rule[] }>;
};
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync(path.join(folder, 'dashboard.json'), 'utf8')) as {
	panels: Array<{ title: string; targets: Array<{ expr: string }> }>;
};

const queries = [
	...rules.map(({ alert, expr }) => [alert, expr]),
	...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])),
];

/** The labels of each metric that the service has; those of a histogram under each of its names. */
const known = new Map<string, string[]>();

beforeAll(async () => {
	const { metricsUrl } = await service({ metricsPort: 0 });
	const text = await (await fetch(metricsUrl)).text();
	const sources = readFileSync(path.join(__dirname, '../../service/metrics/metrics.ts'), 'utf8');
	for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
		const names =
			type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name];
		const own = name.replace(/^accounting_sync_/, '');
		const [, given = ''] =
			new RegExp(`'(?:accounting_sync_)?${own}',[^[;]*\\[([^\\]]*)\\]`).exec(sources) ?? [];
		const labels = [...given.matchAll(/'(\w+)'/g)].map(([, label]) => label);
		for (const each of names) known.set(each, [...labels, 'le', 'job', 'instance']);
	}
});

afterAll(stopServices);

it.each(queries)('%s asks for metrics and labels that there are: %s', (_title, query) => {
	const named = [...query.matchAll(/\b((?:accounting_sync|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
	expect(named.length + Number(query.startsWith('up{'))).toBeGreaterThan(0);
	for (const [, name, selectors = ''] of named) {
		expect([...known.keys()]).toContain(name);
		for (const [, label] of selectors.matchAll(/(\w+)=/g)) expect(known.get(name)).toContain(label);
	}
	const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list.split(', '));
	const all = named.flatMap(([, name]) => known.get(name) ?? []);
	for (const label of grouped) expect(all).toContain(label);
});

it.each(rules)('$alert says what to do', ({ labels, annotations }) => {
	expect(['critical', 'warning']).toContain(labels.severity);
	expect(annotations.summary).toMatch(/\.$/);
	expect(annotations.action).toMatch(/\.$/);
});
