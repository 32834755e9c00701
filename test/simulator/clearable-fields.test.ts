import { isGroup } from '../../quickbooks/facts/facts';
import { clearableRows } from '../../quickbooks/filledIn/changeRows';
import { formsOf } from '../../quickbooks/records/record';
import { records } from '../../quickbooks/records/registry';
import { requireClearable } from '../../simulator/qbxml/requests/clearing';
import { requestFacts } from '../../simulator/qbxml/schema/facts';
import { readXml } from '../../xml/read-xml';

/** The forms of what can be changed. */
const changeable = records.flatMap((kind) =>
	formsOf(kind)
		.filter(({ qbxml }) => requestFacts.has(`${qbxml}ModRq`))
		.map((form) => [form.qbxml, form, kind.kind !== 'transaction'] as const),
);

/** An empty element within others, such as the city of an address. */
const emptied = (path: string): string =>
	path.split('.').reduceRight((inner, name) => `<${name}>${inner}</${name}>`, '');

test.each(changeable)('%s: what its form can empty, QuickBooks empties', (type, form, isList) => {
	const request = `${type}ModRq`;
	const mod = requestFacts.get(request)?.content.find((part) => isGroup(part as never));
	const { content } = mod as Extract<typeof mod, { content: unknown }>;
	const rows = clearableRows(form);
	expect(rows).not.toEqual([]);
	const refused = rows.filter(({ path }) => {
		const { root } = readXml(`<${type}Mod>${emptied(path)}</${type}Mod>`);
		try {
			requireClearable(root, content, { request, isList, isLine: false });
			return false;
		} catch {
			return true;
		}
	});
	expect(refused.map(({ label }) => label)).toEqual([]);
});
