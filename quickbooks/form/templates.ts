import { FormError } from './formError';
import { inexactIn, isInexact } from './inexact';
import { isRefused, JOINED_NOTHING } from './nothing';

/** A part of an expression, such as `{{ $json.qty }}`, and what it gives by itself. */
export interface Part {
	template: string;
	value: unknown;
}

/** Evaluates a text with templates such as `{{ $json.qty }}`. */
export type Evaluate = (text: string) => unknown;

/** The first part of a text that n8n would evaluate in an expression. */
export function templateIn(text: string): string | undefined {
	const start = text.indexOf('{{');
	const close = start < 0 ? -1 : text.indexOf('}}', start + 2);
	return close < 0 ? undefined : text.slice(start, close + 2);
}

/** The error for a text that holds an expression, in a field that has none. */
export const notEvaluated = (label: string, template: string): FormError =>
	new FormError(
		`${label}: ${template} was not evaluated.`,
		'The item was not sent. The field is set to Fixed, so that the braces would be written as they are. Switch it to Expression. Where a workflow is made by a program, its text has to begin with =.',
	);

/** Whether n8n evaluates a stored text. */
export const isExpression = (stored: unknown): stored is string =>
	typeof stored === 'string' && stored.startsWith('=');

/** Whether n8n evaluates anything in a stored value, so that it may be another one for each item. */
export const hasExpression = (stored: unknown): boolean =>
	typeof stored === 'string'
		? isExpression(stored)
		: typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);

/** Whether a stored value holds an expression, or what looks like one: only that has to be looked at. */
export const holdsTemplate = (stored: unknown): boolean =>
	typeof stored === 'string'
		? isExpression(stored) || templateIn(stored) !== undefined
		: typeof stored === 'object' && stored !== null && Object.values(stored).some(holdsTemplate);

/** The templates of an expression, with the texts before, between and after them. */
export function takenApart(expression: string): { templates: string[]; texts: string[] } {
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

/** One step to a value: a key, or an entry. */
const STEP = String.raw`(?:\??\.[\p{ID_Continue}$]+|(?:\?\.)?\[[^\][]+\])`;

/** Ways to a value of an item, such as `$json.order.id`, `$('Orders').item.json["id"]` and `$input.all()[0].json.id`. */
const WAYS_TO_VALUES = new RegExp(
	String.raw`\$(?:json|(?:input|node|items)\b[^{}]*?\.json|\((?:"[^"]*"|'[^']*'|[^()]*)\)[^{}]*?\.json)${STEP}+`,
	'gu',
);
const LAST_STEP = new RegExp(`${STEP}$`, 'u');

/**
 * The values that a template names, each with its way: that of `$json.id` for `$json.id.toString()`. Of a list of which something is made,
 * nobody knows which entries count.
 */
function valuesIn(template: string, evaluate: Evaluate): Array<Part & { isCalled: boolean }> {
	return [...template.matchAll(WAYS_TO_VALUES)].map(({ 0: way, index }) => {
		const isCalled = /^\s*(?:\?\.)?\(/.test(template.slice(index + way.length));
		const named = `{{ ${isCalled ? way.replace(LAST_STEP, '') : way} }}`;
		return { template: named, value: evaluated(named, evaluate), isCalled };
	});
}

/** JavaScript that makes a text out of parts. */
const JOINS = /[+`]|\.concat\(|\bString\(|\.toString\(/;

/**
 * Whether an expression joins texts, and has joined a value that does not exist: `"INV-" + $json.no` gives `INV-undefined`. A word such as
 * that which a value brings along is none.
 */
export const hasJoinedNothing = (
	expression: string | undefined,
	value: unknown,
	evaluate: Evaluate = () => NOT_BY_ITSELF,
): boolean =>
	expression !== undefined &&
	typeof value === 'string' &&
	JOINED_NOTHING.test(value) &&
	templatesIn(expression).some((template) => JOINS.test(template)) &&
	!templatesIn(expression)
		.flatMap((template) => valuesIn(template, evaluate))
		.some((part) => JOINED_NOTHING.test(JSON.stringify(part.value) ?? ''));

/** A number of many digits or with an exponent in a text. */
const LOOKS_INEXACT = /\d{16}|\de[+-]\d/;

/** The number that a text was made of, if it had lost digits: of `WEB-{{ $json.id }}` and `{{ "WEB-" + $json.id }}`. */
export function inexactPart(
	expression: string,
	given: unknown,
	evaluate: Evaluate,
): number | undefined {
	if (isInexact(given)) return given;
	if (typeof given !== 'string' || !LOOKS_INEXACT.test(given)) return undefined;
	return templatesIn(expression)
		.flatMap((template) => [
			evaluated(template, evaluate),
			...valuesIn(template, evaluate).map(({ value }) => value),
		])
		.map((value) => inexactIn(value)?.value)
		.find((value) => value !== undefined);
}

/** What counts with values which are not there, or looks at others than it names. */
const CHOOSES = /\?(?!\.)|\|\||&&|[=!<>]|\bif|empty|filter|compact|boolean/i;

/** Whether a template says itself what is to be done without a value: in its script, not in keys and texts. */
export const choosesItself = (template: string): boolean =>
	CHOOSES.test(template.replace(WAYS_TO_VALUES, '').replace(/"[^"]*"|'[^']*'/g, ''));

/** Whether a template is nothing but the way to a value. */
const isWay = (template: string): boolean =>
	template.slice('{{'.length, -'}}'.length).replace(WAYS_TO_VALUES, '').trim() === '';

/** The value that a template makes something of, and that is missing. */
export const missingValue = (
	template: string,
	evaluate: Evaluate,
	isMissing: (value: unknown) => boolean,
): Part | undefined =>
	choosesItself(template) || isWay(template)
		? undefined
		: valuesIn(template, evaluate).find(
				({ value, isCalled }) => !(isCalled && Array.isArray(value)) && isMissing(value),
			);

/** The part of an expression that is missing in what it gave, or the value that is missing in a part. */
export function missingPart(
	expression: string,
	given: unknown,
	evaluate: Evaluate,
	isMissing: (value: unknown) => boolean,
): Part | undefined {
	const { templates, texts } = takenApart(expression);
	if (hasTextAround(expression)) {
		const own = templates
			.map((template) => ({ template, value: evaluated(template, evaluate) }))
			.find(
				({ template, value }) =>
					isMissing(value) && !(typeof value === 'string' && choosesItself(template)),
			);
		if (own) return own;
		const isAllMissing = String(given).trim() === texts.join('').trim();
		if (isAllMissing && !templates.some(choosesItself))
			return { template: templates[0], value: '' };
	}
	for (const template of templates) {
		const part = missingValue(template, evaluate, isMissing);
		if (part) return part;
	}
	return undefined;
}

/** The element around a template of an expression that is XML with parts. Undefined where it is not the text of one. */
const elementAround = (before: string, after: string): string | undefined =>
	/^[^<>]*<\//.test(after) ? /<(\w+)>[^<>]*$/.exec(before)?.[1] : undefined;

/**
 * The part of an expression that is XML with parts which is missing in an element.
 * @param isForPeople Whether an element may be empty.
 */
export function missingInXml(
	expression: string,
	evaluate: Evaluate,
	isForPeople: (element: string) => boolean,
): Part | undefined {
	const { templates, texts } = takenApart(expression);
	for (const [index, template] of templates.entries()) {
		const element = elementAround(texts[index], texts[index + 1]);
		if (element !== undefined && isForPeople(element)) continue;
		const value = evaluated(template, evaluate);
		// Beside elements, an empty text leaves some out.
		const isMissing = (one: unknown) =>
			isRefused(one, element === undefined ? 'blankLeavesOut' : 'refused');
		if (isMissing(value) && !(typeof value === 'string' && choosesItself(template))) {
			return { template, value };
		}
		const part = element === undefined ? undefined : missingValue(template, evaluate, isMissing);
		if (part) return part;
	}
	return undefined;
}
