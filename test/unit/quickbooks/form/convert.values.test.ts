import {
	required,
	serviceId,
	text,
	textList,
	trueOrFalse,
	webAddress,
	wholeNumber,
} from '../../../../quickbooks/form/convert';
import { FormError } from '../../../../quickbooks/form/formError';

const reading = { label: 'The Field', timezone: 'UTC' };
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

const conversions = {
	text,
	'list of texts': textList,
	switch: trueOrFalse,
	'number from 0': wholeNumber(0),
	'number from 1': wholeNumber(1),
	'web address': webAddress,
	ID: serviceId,
	'required text': required(text),
};
type Kind = keyof typeof conversions;

test.each<[kind: Kind, given: unknown, sent: unknown]>([
	['text', 'Müller & Söhne', 'Müller & Söhne'],
	['text', '  kept as typed ', '  kept as typed '],
	['text', 42, '42'],
	['text', false, 'false'],
	['text', '', undefined],
	['list of texts', ['A', 'B'], ['A', 'B']],
	['list of texts', 'A', ['A']],
	['list of texts', [7, ''], ['7']],
	['list of texts', [], undefined],
	['list of texts', '', undefined],
	['switch', true, true],
	['switch', false, false],
	['switch', 'true', true],
	['switch', 'false', false],
	['switch', undefined, undefined],
	['number from 0', 0, 0],
	['number from 1', 1, 1],
	['number from 1', '250', 250],
	['number from 1', '', undefined],
	['web address', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
	['web address', 'HTTP://localhost:5678/hook', 'HTTP://localhost:5678/hook'],
	['web address', '', undefined],
	['ID', ID, ID],
	['ID', ` ${ID}\n`, ID],
	['ID', ID.toUpperCase(), ID.toUpperCase()],
	['ID', '', undefined],
	['required text', 'x', 'x'],
])('%s: %j becomes %j', (kind, given, sent) => {
	expect(conversions[kind](given, reading)).toEqual(sent);
});

test.each<[kind: Kind, given: unknown, message: string]>([
	['text', { a: 1 }, 'The Field must be text, but it is an object'],
	['text', ['a'], 'The Field must be text, but it is a list'],
	['list of texts', [['a']], 'The Field must be text'],
	['switch', 'yes', 'The Field must be true or false, but it is "yes"'],
	['switch', 1, 'The Field must be true or false'],
	['number from 0', -1, 'The Field must be a whole number of at least 0'],
	['number from 1', 0, 'The Field must be a whole number of at least 1'],
	['number from 1', 2.5, 'The Field must be a whole number'],
	['number from 1', 'ten', 'The Field must be a whole number'],
	['number from 1', '  ', 'The Field must be a whole number'],
	['number from 1', 2 ** 60, 'The Field must be a whole number'],
	['web address', 'example.com/hook', 'The Field must be a web address'],
	['web address', 'ftp://example.com', 'The Field must be a web address'],
	['web address', 'https://', 'The Field must be a web address'],
	['ID', ID.slice(1), 'The Field must be an ID like'],
	['ID', `${ID}/password`, 'The Field must be an ID like'],
	['ID', '../connections', 'The Field must be an ID like'],
	['required text', '', 'The Field is missing'],
])('%s: %j is refused', (kind, given, message) => {
	expect(() => conversions[kind](given, reading)).toThrow(FormError);
	expect(() => conversions[kind](given, reading)).toThrow(message);
});
