import './support/fast-time';

import type { Reading } from './service';
import { at, itemsOf, toCall } from './support/place';
import { judgeWrites } from './support/verdict';

const numbers = ['R-1', 'R-2', 'R-3'];

/** The qbXML of an invoice, which may name its request. */
const invoiceXml = (number: string, identifier: string): string =>
	`<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><InvoiceAddRq${identifier && ` requestID="${identifier}"`}><InvoiceAdd><CustomerRef><ListID>80000002-1700000002</ListID></CustomerRef><TxnDate>2026-01-15</TxnDate><RefNumber>${number}</RefNumber><InvoiceLineAdd><ItemRef><ListID>80020001-1700000001</ListID></ItemRef><Quantity>1</Quantity></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq></QBXMLMsgsRq></QBXML>`;

const services: ReadonlyArray<
	readonly [name: string, identifier: Reading['identifier'], isClear: boolean]
> = [
	['as they are', 'requestID', true],
	['in lower case', 'requestID in lower case', false],
	['cut off', 'requestID cut off', false],
	['once a request was carried out', 'requestID once carried out', true],
	['nowhere', 'nowhere', true],
	['as a text of its own', 'own text', true],
];

test.concurrent.each(services)(
	'an answer gets lost, and only other items name their requests: a service that shows identifiers %s',
	async (_, identifier, isClear) => {
		await at({ identifier }, async (place) => {
			const { service } = place;
			toCall(service, 2, { lose: 'after', answer: 'break' });
			const items = itemsOf(numbers).map(({ json }, index) => ({
				json: { xml: invoiceXml(String(json.number), index === 1 ? '' : `own-${index}`) },
			}));
			const run = await place.run(
				'queuedRequest.create',
				{ requestFormat: 'xml', requestXml: '={{ $json.xml }}', result: 'waitPolling' },
				{ items },
			);
			await service.desktop.run();
			expect(judgeWrites(service, run, numbers)).toEqual(
				isClear
					? { is: 'whole' }
					: { is: 'loud', says: expect.stringMatching(/^It is unknown whether this request/) },
			);
		});
	},
);
