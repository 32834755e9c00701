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
