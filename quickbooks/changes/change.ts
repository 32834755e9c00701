/** What a change does to one field, as people read it. */
export interface Change {
	/** What the form calls the field. */
	field: string;
	/** The path by which the form knows it, such as `BillAddress.City`. */
	path: string;
	/** The line that it is in, such as "Line 2". */
	line?: string;
	/** Null for nothing. */
	from: string | null;
	to: string | null;
}

const text = { type: 'string' };

/** What a change says beside the fields of the record, as the properties of a JSON schema. */
export const besidesOfChange = {
	changes: {
		type: 'array',
		items: {
			type: 'object',
			properties: {
				field: text,
				path: text,
				line: text,
				from: { type: ['string', 'null'] },
				to: { type: ['string', 'null'] },
			},
		},
	},
	changed: { type: 'boolean' },
	dry_run: { type: 'boolean' },
	not_there: { type: 'array', items: text },
};
