import type { ErrorObject } from 'ajv';

/** `/lines/0/rate` as a reader writes it: `lines[0].rate`. */
const fieldName = (instancePath: string): string =>
	instancePath
		.split('/')
		.slice(1)
		.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
		.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
		.join('');

const within = (instancePath: string, name: string): string =>
	instancePath === '' ? name : `${fieldName(instancePath)}.${name}`;

const formats: Record<string, string> = {
	date: 'a date that exists, written YYYY-MM-DD',
	uuid: 'a UUID',
	uri: 'an absolute URL',
};

type Sentence = (error: ErrorObject) => string;

/** A rule’s own description: a sentence of its own, or what the value must be. */
const described: Sentence = ({ instancePath, parentSchema }) => {
	const description = String(parentSchema?.description ?? 'something else');
	return description.endsWith('.')
		? description
		: `${fieldName(instancePath)} must be ${description}.`;
};

const limited =
	(words: string, unit = ''): Sentence =>
	({ instancePath, params }) =>
		`${fieldName(instancePath)} must ${words} ${params.limit}${unit}.`;

/** What is said of a broken rule, by the rule's keyword; the rest say it in the validator's words. */
const sentences: Record<string, Sentence> = {
	required: ({ instancePath, params }) =>
		`${within(instancePath, String(params.missingProperty))} is required.`,
	additionalProperties: ({ instancePath, params }) =>
		`${within(instancePath, String(params.additionalProperty))} is not known here.`,
	enum: ({ instancePath, params }) =>
		`${fieldName(instancePath)} must be one of ${params.allowedValues.join(', ')}.`,
	format: ({ instancePath, params }) =>
		`${fieldName(instancePath)} must be ${formats[params.format] ?? params.format}.`,
	minimum: limited('be at least'),
	maximum: limited('be at most'),
	minLength: ({ instancePath }) => `${fieldName(instancePath)} must not be empty.`,
	maxLength: limited('have at most', ' characters'),
	minItems: limited('have at least', ' item'),
	pattern: ({ instancePath, schema, parentSchema }) =>
		`${fieldName(instancePath)} must be ${parentSchema?.description ?? `text that matches ${schema}`}.`,
	not: described,
	oneOf: described,
	anyOf: described,
	dependentRequired: described,
};

/**
 * Says in one sentence, with the field's name in it, what is wrong with a query or a body.
 * @param errors what the validator found; the last one is the outermost rule that was broken
 */
export function validationMessage(errors: readonly ErrorObject[]): string {
	const error = errors.at(-1);
	if (!error) return 'The request was invalid.';
	const sentence = sentences[error.keyword];
	if (sentence) return sentence(error);
	const subject = error.instancePath === '' ? 'The body' : fieldName(error.instancePath);
	return `${subject} ${error.message ?? 'is invalid'}.`;
}
