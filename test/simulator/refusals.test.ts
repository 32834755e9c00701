import { answerRequest } from '../../simulator/qbxml/request-processor';
import { document, openDesk } from './support/ask';

const { ask, company, session } = openDesk();

function hresultOf(xml: string): unknown {
	try {
		return answerRequest(company, session, xml);
	} catch (error) {
		return error instanceof Error && 'hresult' in error ? error.hresult : error;
	}
}

describe('the request processor refuses as a whole', () => {
	it.each([
		['no XML', 'hello'],
		['an open tag', document('<HostQueryRq>')],
		['a DOCTYPE', `<!DOCTYPE x [<!ENTITY y "z">]>${document('<HostQueryRq/>')}`],
		[
			'an entity of HTML',
			document('<CustomerQueryRq><FullName>&eacute;</FullName></CustomerQueryRq>'),
		],
		['nesting without end', document(`${'<a>'.repeat(70)}${'</a>'.repeat(70)}`)],
		['no version', document('<HostQueryRq/>').replace(/<\?qbxml[^>]*>/, '')],
		['no request', document('')],
		['another root', '<?qbxml version="16.0"?><QBPOSXML><HostQueryRq/></QBPOSXML>'],
		['an element that is no request', document('<Customers/>')],
		[
			'an element qbXML does not have there',
			document('<CustomerQueryRq><City>x</City></CustomerQueryRq>'),
		],
		['an attribute qbXML does not have there', document('<SalesTaxCodeQueryRq iterator="Start"/>')],
		[
			'a single element twice',
			document(
				'<CustomerQueryRq><MaxReturned>1</MaxReturned><MaxReturned>1</MaxReturned></CustomerQueryRq>',
			),
		],
		[
			'a fraction of a second',
			document(
				'<ClassQueryRq><FromModifiedDate>2026-01-01T00:00:00.5Z</FromModifiedDate></ClassQueryRq>',
			),
		],
		[
			'a page of nothing',
			document('<InvoiceQueryRq><MaxReturned>0</MaxReturned></InvoiceQueryRq>'),
		],
		[
			'a filter without its criterion',
			document('<ItemQueryRq><NameFilter><Name>a</Name></NameFilter></ItemQueryRq>'),
		],
		[
			'text among elements',
			document('<ItemQueryRq>x<ActiveStatus>All</ActiveStatus></ItemQueryRq>'),
		],
		[
			'a custom field of nothing',
			document(
				'<DataExtModRq><DataExtMod><OwnerID>0</OwnerID><DataExtName>Route</DataExtName><DataExtValue>x</DataExtValue></DataExtMod></DataExtModRq>',
			),
		],
	])('%s', (_, xml) => {
		expect(hresultOf(xml)).toBe('0x80040400');
	});

	it('a document with one good and one bad request, before it carries out the good one', () => {
		const before = company.invoices.length;
		const good =
			'<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef></InvoiceAdd></InvoiceAddRq>';
		expect(hresultOf(document(`${good}<CustomerQueryRq><City/></CustomerQueryRq>`))).toBe(
			'0x80040400',
		);
		expect(company.invoices).toHaveLength(before);
	});
});

describe('a status', () => {
	const invoice = (content: string): string =>
		`<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>${content}</InvoiceAdd></InvoiceAddRq>`;
	const priced = (content: string): string =>
		invoice(`<InvoiceLineAdd>${content}</InvoiceLineAdd>`);

	it.each([
		[
			'3000',
			'<CustomerQueryRq><ListID>12</ListID></CustomerQueryRq>',
			'The given object ID "12" in the field "list id" is invalid.',
		],
		[
			'3000',
			'<InvoiceQueryRq><TxnID>x-y</TxnID></InvoiceQueryRq>',
			'The given object ID "x-y" in the field "Transaction id" is invalid.',
		],
		[
			'3010',
			invoice('<IsPending>yes</IsPending>'),
			'There was an error when converting the boolean value "yes" in the field "IsPending".',
		],
		[
			'3020',
			invoice('<TxnDate>2026-02-30</TxnDate>'),
			'There was an error when converting the date value "2026-02-30" in the field "TxnDate".',
		],
		[
			'3020',
			'<CustomerQueryRq><FromModifiedDate>yesterday</FromModifiedDate></CustomerQueryRq>',
			'There was an error when converting the date value "yesterday" in the field "FromModifiedDate".',
		],
		[
			'3030',
			'<InvoiceQueryRq><TxnDateRangeFilter><FromTxnDate>2025-02-01</FromTxnDate><ToTxnDate>2025-01-01</ToTxnDate></TxnDateRangeFilter></InvoiceQueryRq>',
			'Invalid date range: From date is greater than To date.',
		],
		[
			'3040',
			priced('<Amount>1.005</Amount>'),
			'There was an error when converting the amount "1.005" in the field "Amount".',
		],
		[
			'3045',
			priced('<Rate>1,50</Rate>'),
			'There was an error when converting the price "1,50" in the field "Rate".',
		],
		[
			'3060',
			priced('<Quantity>1e3</Quantity>'),
			'There was an error when converting the quantity "1e3" in the field "Quantity".',
		],
		[
			'3070',
			invoice('<RefNumber>123456789012</RefNumber>'),
			'The string "123456789012" in the field "RefNumber" is too long.',
		],
		[
			'3250',
			priced('<SerialNumber>x</SerialNumber>'),
			'This feature is not enabled or not available in this version of QuickBooks.  QuickBooks error message: The element "SerialNumber" is not supported by this company file.',
		],
		[
			'3110',
			'<InvoiceQueryRq><PaidStatus>Any</PaidStatus></InvoiceQueryRq>',
			'The enumerated value "Any" in the field "PaidStatus" is unknown or invalid for the qbXML version in use.',
		],
		['3150', '<InvoiceQueryRq iterator="Start"/>', 'There is a missing element: "MaxReturned".'],
		['1030', '<DateDrivenTermsQueryRq/>', 'This request is not supported by this implementation.'],
		[
			'1030',
			'<DateDrivenTermsAddRq><DateDrivenTermsAdd><Name>x</Name><DayOfMonthDue>1</DayOfMonthDue></DateDrivenTermsAdd></DateDrivenTermsAddRq>',
			'This request is not supported by this implementation.',
		],
		[
			'1060',
			`<HostQueryRq requestID="${'x'.repeat(51)}"/>`,
			`The request ID "${'x'.repeat(51)}" is invalid, possibly too long, max 50 chars.`,
		],
	])('%s: %s', (statusCode, request, statusMessage) => {
		expect(ask(request)).toMatchObject({
			statusCode,
			statusSeverity: 'Error',
			statusMessage,
			records: {},
		});
	});
});
