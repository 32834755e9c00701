import { statuses, type StatusCode } from './status-messages';

/** A request that is answered with a status alone; thrown by whatever finds the reason. */
export class StatusError extends Error {
	readonly status: Status;

	constructor(code: StatusCode, ...values: string[]) {
		const status = statusOf(code, ...values);
		super(status.message);
		this.status = status;
	}
}

/**
 * What the request processor refuses as a whole, before any request in it is looked at: the caller gets this code
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

/** The text is no well-formed qbXML, or its elements are not those of the request in their order. */
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

/** qbXML's ranges: below 500 all is well, below 1000 the answer may not be what was expected, above there is none. */
export const severityOf = (code: number): Status['severity'] =>
	code < 500 ? 'Info' : code < 1000 ? 'Warn' : 'Error';

/** A status with its message; `values` fill the message's places in order. */
export const statusOf = (code: StatusCode, ...values: string[]): Status => ({
	code,
	severity: severityOf(code),
	message: statuses[code].replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? ''),
});
