/** Text that is HTML already and goes into a page as it is. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | readonly Part[];

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function written(part: Part): string {
	if (part instanceof Html) return part.text;
	if (part === undefined || part === false) return '';
	if (typeof part === 'object') return part.map(written).join('');
	return String(part).replace(/[&<>"']/g, (character) => entities[character]);
}

/** Writes HTML; every value put in is escaped, unless it is HTML itself. Nothing stands for undefined and false. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
	new Html(strings.map((text, index) => text + written(parts[index])).join(''));
