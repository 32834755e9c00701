import type { Rule } from './rule';

const OF = 'Custom fields';

/** What QuickBooks does with custom fields. */
export const customFieldRules = {
	'custom-field-emptied-by-a-change': {
		of: OF,
		requests: ['DataExtMod'],
		element: 'DataExtValue',
		when: 'a custom field is changed to an empty value',
		does: 'It is refused. DataExtDel clears the value. Another source says that an empty value clears it too.',
		status: 3180,
		saying: 'The value of a custom field cannot be empty.',
		source:
			'Intuit, DataExtMod, for the rule; Intuit, data extensions, against it; nobody names the status',
		certainty: 'unsure',
		simulated: 'both ways',
	},
	'custom-field-moves-its-record': {
		of: OF,
		requests: ['DataExtAdd', 'DataExtMod', 'DataExtDel'],
		does: 'The EditSequence and TimeModified of the record change too, so a change of the record with its earlier EditSequence is refused.',
		source: 'Intuit, DataExtAdd and DataExtMod; a public log of a live Web Connector',
		certainty: 'sure',
		simulated: 'yes',
	},
} as const satisfies Record<string, Rule>;
