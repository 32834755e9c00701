import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** What would begin a tag or a character reference. Everything else reads in HTML as it was written. */
const MARKUP = /<|&(?=#?\w+;)/g;

/**
 * An error whose description reads in the editor as it was written. The editor shows a message as text, but draws a
 * description as HTML, and leaves out what it takes for a tag.
 */
export function withDescriptionAsHtml(error: unknown): unknown {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.description = error.description?.replace(MARKUP, (sign) =>
			sign === '<' ? '&lt;' : '&amp;',
		);
	}
	return error;
}
