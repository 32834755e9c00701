import type { AnswerRecord } from './session';
import { type StatusCode, statuses } from './status-messages';

/** Thrown to answer a request with a status, and mostly with nothing else. */
export class StatusError extends Error {
	readonly status: Status;
	records: readonly AnswerRecord[] = [];

	constructor(code: StatusCode, ...values: string[]) {
		const status = statusOf(code, ...values);
		super(status.message);
		this.status = status;
	}
}

/**
 * A document that the request processor refuses as a whole, before it looks at any request. The caller gets this code
 * (hexadecimal, as the connector passes it on in `hresult`) and no answer document.
 */
export class RequestProcessorError extends Error {
	constructor(
		readonly hresult: string,
		message: string,
	) {
		super(message);
	}
}

/** The text is not well-formed qbXML, or it has the wrong elements or the wrong order. */
export const unparseable = (): RequestProcessorError =>
	new RequestProcessorError(
		'0x80040400',
		'QuickBooks found an error when parsing the provided XML text stream.',
	);

export interface Status {
	code: number;
	severity: 'Info' | 'Warn' | 'Error';
	message: string;
}

/** qbXML's ranges: below 500 is a success, below 1000 the response may be unexpected, and above there is none. */
export const severityOf = (code: number): Status['severity'] =>
	code < 500 ? 'Info' : code < 1000 ? 'Warn' : 'Error';

/** A status with its message. `values` fill in the message's placeholders. */
export const statusOf = (code: StatusCode, ...values: string[]): Status => ({
	code,
	severity: severityOf(code),
	message: statuses[code].replace(
		/\{(\d)(?:\|([^}]*))?\}/g,
		(_, index: string, otherwise = '') => values[Number(index)] ?? otherwise,
	),
});
