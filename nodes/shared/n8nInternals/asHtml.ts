import { type IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** What would begin a tag or a character reference. Everything else reads in HTML as it was written. */
const MARKUP = /<|&(?=#?\w+;)/g;

/** Text as HTML that shows it as it was written. */
const asHtml = (text: string): string =>
	text.replace(MARKUP, (sign) => (sign === '<' ? '&lt;' : '&amp;'));

/**
 * An error whose description reads in the editor as it was written. The editor shows a message as text, but draws a
 * description as HTML, and leaves out what it takes for a tag.
 */
export function withDescriptionAsHtml(error: unknown): unknown {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.description = error.description && asHtml(error.description);
	}
	return error;
}

/** Says something on the node. The editor draws hints as HTML, and a company may be called anything. */
export function hint(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string | undefined,
	type: 'info' | 'warning' = 'info',
): void {
	if (message === undefined) return;
	context.addExecutionHints({ message: asHtml(message), location: 'outputPane', type });
}
