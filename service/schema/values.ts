import { requestTransitions, webhookTransitions } from '../store/states';
import type { Schema } from './json-schema';

/** Schemas of single values that several resources and endpoints share. */
export const valueSchemas: Schema = {
	Identifier: { type: 'string', format: 'uuid' },
	Timestamp: { type: 'string', format: 'date-time', description: 'ISO 8601, UTC.' },
	Moment: {
		description: 'a valid date (2026-01-31) or time (2026-01-31T12:00:00Z)',
		type: 'string',
		anyOf: [{ format: 'date' }, { format: 'iso-date-time' }],
	},
	Day: {
		description: 'A day of the calendar, YYYY-MM-DD.',
		type: 'string',
		format: 'date',
	},
	WebAddress: {
		description: 'an address that begins with http:// or https://',
		type: 'string',
		format: 'uri',
		pattern: '^[hH][tT][tT][pP][sS]?://\\S+$',
		maxLength: 2000,
	},
	DecimalText: {
		description: 'a number written as text, such as "150.00"',
		type: 'string',
		pattern: '^-?[0-9]+(\\.[0-9]+)?$',
	},
	PlainText: {
		description: 'text without control characters',
		type: 'string',
		pattern: '^\\P{Cc}*$',
	},
	Text: { type: 'string', minLength: 1 },
	TextList: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
	ActiveStatus: { type: 'string', enum: ['ActiveOnly', 'InactiveOnly', 'All'] },
	RequestState: { type: 'string', enum: Object.keys(requestTransitions) },
	WebhookState: { type: 'string', enum: Object.keys(webhookTransitions) },
};
