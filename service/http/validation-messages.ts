import type { ErrorObject } from 'ajv';

/** A field's name for people: `/lines/0/rate` becomes `lines[0].rate`. */
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

type Message = (error: ErrorObject) => string;

/** The rule’s own description: either a full sentence, or what the value must be. */
const described: Message = ({ instancePath, parentSchema }) => {
	const description = String(parentSchema?.description ?? 'something else');
	return description.endsWith('.')
		? description
		: `${fieldName(instancePath)} must be ${description}.`;
};

const limited =
	(words: string, unit = ''): Message =>
	({ instancePath, params }) =>
		`${fieldName(instancePath)} must ${words} ${params.limit}${unit}.`;

/** The messages for broken rules, by keyword. Other rules use the validator's own message. */
const messages: Record<string, Message> = {
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
 * One sentence that says what is wrong with a query or a body, and names the field.
 * @param errors what the validator found; the last one is the outermost broken rule
 */
export function validationMessage(errors: readonly ErrorObject[]): string {
	const error = errors.at(-1);
	if (!error) return 'The request was invalid.';
	const message = messages[error.keyword];
	if (message) return message(error);
	const subject = error.instancePath === '' ? 'The body' : fieldName(error.instancePath);
	return `${subject} ${error.message ?? 'is invalid'}.`;
}
