import type { WHEN_NOTHING, WhenNothing } from './nothing';

/** A value to choose, with what the form calls it. */
export interface FieldOption {
	name: string;
	value: string;
	description?: string;
}

/** A way to fill in a field that takes a record of a list, or its ID. */
interface FieldMode {
	displayName: string;
	name: string;
	type: 'list' | 'string';
	hint?: string;
	placeholder?: string;
	typeOptions?: {
		searchListMethod: string;
		searchable?: boolean;
		allowNewResource?: { label: string; defaultName: string; method: string };
	};
}

/** Values of fields, of which one applies. */
interface FieldValues {
	[field: string]: string[] | undefined;
}

/** How a form shows a value that somebody fills in: what it is called, what it takes, and where it is explained. */
export interface FormField {
	/** Its name in the form. Workflows store this, so it never changes. */
	name: string;
	displayName: string;
	type:
		| 'boolean'
		| 'dateTime'
		| 'json'
		| 'multiOptions'
		| 'number'
		| 'options'
		| 'resourceLocator'
		| 'string';
	default: boolean | number | string | string[] | { mode: string; value: string };
	description?: string;
	hint?: string;
	placeholder?: string;
	required?: boolean;
	noDataExpression?: boolean;
	options?: FieldOption[];
	modes?: FieldMode[];
	typeOptions?: {
		dateOnly?: boolean;
		loadOptionsDependsOn?: string[];
		loadOptionsMethod?: string;
		minValue?: number;
		multipleValueButtonText?: string;
		multipleValues?: boolean;
		rows?: number;
	};
	/** The values of other fields with which it is shown, or hidden. */
	displayOptions?: { show?: FieldValues; hide?: FieldValues };
	/** What an expression that gives nothing means. By default, it is refused. */
	[WHEN_NOTHING]?: WhenNothing;
}
