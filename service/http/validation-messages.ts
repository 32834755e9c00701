import type { ErrorObject } from 'ajv';

const stepsOf = (instancePath: string): string[] =>
	instancePath
		.split('/')
		.slice(1)
		.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const nameOf = (steps: readonly string[]): string =>
	steps
		.map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
		.join('');

/** A field's name for people: `/lines/0/rate` becomes `Line 1: rate`, and `/list_ids/0` becomes `list_ids[0]`. */
function fieldName(instancePath: string): string {
	const [list, index, ...rest] = stepsOf(instancePath);
	return list === 'lines' && rest.length > 0
		? `Line ${Number(index) + 1}: ${nameOf(rest)}`
		: nameOf(stepsOf(instancePath));
}

const within = (instancePath: string, name: string): string =>
	fieldName(`${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/** Where an unknown field is: `Line 1: `, `bill_address: `, or nothing at the top. */
function place(instancePath: string): string {
	const [list, index, ...rest] = stepsOf(instancePath);
	if (list === undefined) return '';
	return list === 'lines' && index !== undefined && rest.length === 0
		? `Line ${Number(index) + 1}: `
		: `${fieldName(instancePath)}: `;
}

const formats: Record<string, string> = {
	date: 'a valid date (YYYY-MM-DD)',
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
	additionalProperties: ({ instancePath, params, parentSchema }) => {
		const allowed = Object.keys((parentSchema?.properties ?? {}) as object);
		const where = place(instancePath);
		const unknown = `${where === '' ? 'Unknown' : `${where}unknown`} field "${params.additionalProperty}"`;
		return `${unknown}. Allowed: ${allowed.join(', ')}.`;
	},
	enum: ({ instancePath, params }) =>
		`${fieldName(instancePath)} must be one of ${params.allowedValues.join(', ')}.`,
	format: ({ instancePath, params }) =>
		`${fieldName(instancePath)} must be ${formats[params.format] ?? params.format}.`,
	minimum: limited('be at least'),
	maximum: limited('be at most'),
	minLength: ({ instancePath }) => `${fieldName(instancePath)} must not be empty.`,
	maxLength: limited('have at most', ' characters'),
	minItems: limited('have at least', ' item'),
	pattern: (error) =>
		error.parentSchema?.description === undefined
			? `${fieldName(error.instancePath)} must match ${error.schema}.`
			: described(error),
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
	const message = (messages[error.keyword] ?? ofValidator)(error);
	return error.data === '' ? `${message} If there is no value, leave the field out.` : message;
}

const ofValidator: Message = (error) => {
	const subject = error.instancePath === '' ? 'The body' : fieldName(error.instancePath);
	return `${subject} ${error.message ?? 'is invalid'}.`;
};
