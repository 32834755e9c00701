import { connectorRules } from './connector';
import { limitRules } from './limits';
import { messageSetRules } from './messageSets';
import { queryRules } from './queries';
import type { Rule } from './rule';
import { timeRules } from './times';

const SETS = 'Several requests in one message set';
const LETTERS = 'Letters and other characters';

/** How the requests of a document are carried out, and what becomes of letters. */
const requestRules = {
	'unprocessed-requests-are-answered': {
		of: SETS,
		requests: [],
		element: 'onError',
		when: 'a request fails under onError="stopOnError" and others follow in the same message set',
		does: 'The others are not carried out, and each is answered with this code. Another source says that they are not answered at all.',
		status: 3231,
		source: 'QuBe Sync, error codes; the SDK guide from memory, for the other way',
		certainty: 'unsure',
		simulated: 'both ways',
	},
	'no-transaction-spans-a-set': {
		of: SETS,
		requests: [],
		when: 'a request fails after others in the same message set',
		does: 'What was saved before it stays saved. Each Add or Mod by itself is saved as a whole or not at all.',
		source: 'jsgoupil/quickbooks-sync; the SDK guide from memory',
		certainty: 'likely',
		simulated: 'yes',
	},
	'rollback-on-error': {
		of: SETS,
		requests: [],
		element: 'onError',
		when: 'onError is rollbackOnError',
		does: 'The whole message set is refused with 0x80040400, although the schema has the word.',
		source: 'is2qb, QBXML message information; jsgoupil/quickbooks-sync',
		certainty: 'sure',
		simulated: 'yes',
	},
	'status-alone': {
		of: SETS,
		requests: [],
		element: 'responseData',
		when: 'responseData is includeNone',
		does: 'Answers have a status and no records.',
		source: 'is2qb, QBXML message information',
		certainty: 'likely',
		simulated: 'yes',
	},
	'raw-characters-beyond-ascii': {
		of: LETTERS,
		requests: [],
		when: 'a request has accented letters or other special characters as they are, such as ü instead of &#252;',
		does: 'The whole message set can be refused with 0x80040400. It does not always happen.',
		source: 'qbwc/qbxml, issue 8; consolibyte/quickbooks-php, wiki',
		certainty: 'unsure',
		simulated: 'both ways',
	},
	'characters-beyond-windows-1252': {
		of: LETTERS,
		requests: [],
		when: 'a text has characters that Windows-1252, the character set of Windows in Western countries, lacks',
		does: 'They are saved as letters that look alike, as wrong letters or as “?”, without any message.',
		source: 'consolibyte/quickbooks-php, issue 36',
		certainty: 'sure',
		simulated: 'yes',
	},
	'control-characters': {
		of: LETTERS,
		requests: [],
		when: 'a text has an invisible control character other than a tab or the end of a line',
		does: 'The whole message set is refused with 0x80040400.',
		source: 'consolibyte/quickbooks-php; public notes of a live bridge',
		certainty: 'sure',
		simulated: 'yes',
	},
	'answer-in-windows-1252': {
		of: LETTERS,
		requests: [],
		when: 'an answer has accented letters or other special characters',
		does: 'They come written like &#252;, or as they are in Windows-1252, and the first line of the XML does not say which encoding it is.',
		source: 'public file 60816283602',
		certainty: 'likely',
		simulated: {
			not: 'the answer always has references; a connector that passes SOAP on has decoded raw characters already',
		},
	},
} as const satisfies Record<string, Rule>;

/** What QuickBooks does whatever the record. */
export const generalRules = {
	...queryRules,
	...requestRules,
	...timeRules,
	...connectorRules,
	...messageSetRules,
	...limitRules,
};
