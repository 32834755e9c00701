import { JOINED_NOTHING } from './nothing';

/** Evaluates a text with templates such as `{{ $json.qty }}`. */
export type Evaluate = (text: string) => unknown;

/** Whether n8n evaluates a stored text. */
export const isExpression = (stored: unknown): stored is string =>
	typeof stored === 'string' && stored.startsWith('=');

/** Whether n8n evaluates anything in a stored value, so that it may be another one for each item. */
export const hasExpression = (stored: unknown): boolean =>
	typeof stored === 'string'
		? isExpression(stored)
		: typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);

/** The templates of an expression, with the texts before, between and after them. */
function takenApart(expression: string): { templates: string[]; texts: string[] } {
	const templates: string[] = [];
	const texts: string[] = [];
	let end = 1;
	for (;;) {
		const start = expression.indexOf('{{', end);
		const close = start < 0 ? -1 : expression.indexOf('}}', start + 2);
		if (close < 0) return { templates, texts: [...texts, expression.slice(end)] };
		texts.push(expression.slice(end, start));
		end = close + 2;
		templates.push(expression.slice(start, end));
	}
}

export const templatesIn = (expression: string): string[] => takenApart(expression).templates;

/** Whether an expression is more than one template, as in `INV-{{ $json.number }}`. */
export function hasTextAround(expression: string): boolean {
	const { templates, texts } = takenApart(expression);
	return templates.length > 1 || texts.some((text) => text.trim() !== '');
}

/** An expression without its first sign, with each template replaced. */
export function withTemplates(
	expression: string,
	replaced: (template: string, index: number) => string,
): string {
	const { templates, texts } = takenApart(expression);
	return texts
		.map(
			(text, index) =>
				text + (templates[index] === undefined ? '' : replaced(templates[index], index)),
		)
		.join('');
}

/** What n8n has evaluated as a part of the whole expression, and can't evaluate by itself. */
export const NOT_BY_ITSELF = '?';

/** What a text gives by itself. */
export function evaluated(text: string, evaluate: Evaluate): unknown {
	try {
		return evaluate(text);
	} catch {
		return NOT_BY_ITSELF;
	}
}

/** JavaScript that makes a text out of parts. */
const JOINS = /[+`]|\.concat\(|\bString\(|\.toString\(/;

/** Whether an expression joins texts, and has joined a value that does not exist: `"INV-" + $json.no` gives `INV-undefined`. */
export const hasJoinedNothing = (expression: string | undefined, value: unknown): boolean =>
	expression !== undefined &&
	typeof value === 'string' &&
	JOINED_NOTHING.test(value) &&
	templatesIn(expression).some((template) => JOINS.test(template));
