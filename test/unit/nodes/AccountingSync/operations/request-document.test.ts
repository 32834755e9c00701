import { FormError } from '../../../../../quickbooks/form/formError';
import { requestFromXml } from '../../../../../service/qbxml/request';
import { requestOf } from '../../../support/request-of';

const document = (inside: string) =>
	`<?xml version="1.0" encoding="utf-8"?>\n<?qbxml version="16.0"?>\n<QBXML>\n\t<QBXMLMsgsRq onError="stopOnError">${inside}</QBXMLMsgsRq>\n</QBXML>`;

/** What goes out as XML for the given XML and Custom Request ID. */
function sentXml(requestXml: string, customRequestId: string): string {
	const { body } = requestOf('queuedRequest', 'create', {
		requestFormat: 'xml',
		requestXml,
		options: { customRequestId },
	});
	return (body as { request_xml: string }).request_xml;
}

describe('Custom Request ID of a request given as XML', () => {
	test.each<[given: string, sent: string]>([
		['<HostQueryRq/>', '<HostQueryRq requestID="r-1"/>'],
		['<HostQueryRq />', '<HostQueryRq requestID="r-1" />'],
		['<HostQueryRq></HostQueryRq>', '<HostQueryRq requestID="r-1"></HostQueryRq>'],
		[
			'<VendorQueryRq metaData="NoMetaData"><MaxReturned>1</MaxReturned></VendorQueryRq>',
			'<VendorQueryRq requestID="r-1" metaData="NoMetaData"><MaxReturned>1</MaxReturned></VendorQueryRq>',
		],
		[
			'\n\t<VendorQueryRq\n\t\titerator="Start">\n</VendorQueryRq>',
			'\n\t<VendorQueryRq requestID="r-1"\n\t\titerator="Start">\n</VendorQueryRq>',
		],
		[
			'<!-- <VendorQueryRq> as it was --><VendorQueryRq/>',
			'<!-- <VendorQueryRq> as it was --><VendorQueryRq requestID="r-1"/>',
		],
	])('%s', (given, sent) => {
		expect(sentXml(document(given), 'r-1')).toBe(document(sent));
	});

	test.each(['a&b', '"quoted"', '<tag>', "it's", 'ä 🏠'])(
		'%s can be read back, and is in ASCII',
		(id) => {
			const xml = sentXml(document('<HostQueryRq/>'), id);
			expect(xml).toMatch(/^[\x20-\x7e\t\n]*$/);
			expect(requestFromXml(xml).request.attributes).toEqual({ requestID: id });
		},
	);

	test('without one, the XML stays as it is', () => {
		expect(sentXml(document('<HostQueryRq/>'), '')).toBe(document('<HostQueryRq/>'));
	});

	test('beside a requestID in the XML it is refused, naming both', () => {
		expect(() => sentXml(document('<HostQueryRq requestID="1"/>'), 'r-1')).toThrow(
			new FormError(
				"Request XML has a requestID of its own in HostQueryRq, so Custom Request ID can't be used.",
			),
		);
	});

	test.each([document(''), document('<Hello/>'), '<Other/>'])(
		'where there is no request element it is refused: %s',
		(xml) => {
			expect(() => sentXml(xml, 'r-1')).toThrow(FormError);
			expect(() => sentXml(xml, 'r-1')).toThrow(/^Custom Request ID needs a request element/);
		},
	);
});
