/** Text that already is HTML and goes into a page unchanged. */
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

/** Writes HTML. Values are escaped unless they are Html themselves; undefined and false write nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
	new Html(strings.map((text, index) => text + written(parts[index])).join(''));
