/**
 * A value in the form that the interface forbids, found before anything was sent. The message names the field as the
 * form does. The description says what to do. The node turns it into a `NodeOperationError` of the item.
 */
export class FormError extends Error {
	constructor(
		message: string,
		readonly description?: string,
		/** By which a workflow can tell what happened. */
		readonly code?: string,
	) {
		super(message);
		this.name = 'FormError';
	}
}

/** The error for a value of a field with choices that is none of them. */
export const notListed = (label: string, value: unknown): FormError =>
	new FormError(`${label} can't be "${String(value)}".`, 'Choose it from the list.');

/** An item that may have been written, in part at least. It is not begun anew, since that might be written twice. */
export class UnclearError extends FormError {}

/** An item whose last write has certainly left nothing, although the queue does not say so. */
export class NotWrittenError extends FormError {}
