/** qbXML as a test needs it, written out. */

interface AnswerOptions {
	readonly statusCode?: number;
	readonly severity?: string;
	readonly message?: string;
	/** The identifier that it repeats. */
	readonly requestID?: string;
	readonly attributes?: string;
	readonly records?: string;
}

/**
 * An answer document to a request of the given kind, such as `CustomerQuery`. It repeats no identifier, so that it fits any request
 * of that kind.
 */
export function answer(kind: string, options: AnswerOptions = {}): string {
	const { statusCode = 0, severity = 'Info', message = 'Status OK' } = options;
	const { requestID, attributes = '', records = '' } = options;
	return (
		'<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>' +
		`<${kind}Rs${requestID === undefined ? '' : ` requestID="${requestID}"`} statusCode="${statusCode}" statusSeverity="${severity}" statusMessage="${message}" ${attributes}>` +
		`${records}</${kind}Rs></QBXMLMsgsRs></QBXML>`
	);
}

export const request = (kind: string, content = ''): string =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><${kind}Rq requestID="1">${content}</${kind}Rq></QBXMLMsgsRq></QBXML>`;

export const HOST_AND_COMPANY =
	'<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>' +
	'<HostQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><HostRet>' +
	'<ProductName>QuickBooks Enterprise Solutions 24.0</ProductName><SupportedQBXMLVersion>13.0</SupportedQBXMLVersion>' +
	'<SupportedQBXMLVersion>16.0</SupportedQBXMLVersion></HostRet></HostQueryRs>' +
	'<CompanyQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><CompanyRet>' +
	'<CompanyName>Rock &amp; Söhne</CompanyName></CompanyRet></CompanyQueryRs></QBXMLMsgsRs></QBXML>';
