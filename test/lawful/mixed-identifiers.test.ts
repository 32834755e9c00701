import './support/fast-time';

import type { Reading } from './service';
import { at, invoiceForm, itemsOf, toCall } from './support/place';
import { judgeWrites, timesWritten } from './support/verdict';

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
	['nowhere', 'nowhere', false],
	['as a text of its own', 'own text', false],
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

test.concurrent.each<[name: string, identifier: Reading['identifier'], isClear: boolean]>([
	['as they are', 'requestID', true],
	['in lower case', 'requestID in lower case', false],
	['nowhere', 'nowhere', false],
])(
	'an answer gets lost at a service that shows JSON of the first level, and identifiers %s',
	async (_, identifier, isClear) => {
		const reading: Partial<Reading> = {
			identifier,
			requestShown: 'json',
			requestJsonDepth: 'first level',
		};
		await at(reading, async (place) => {
			toCall(place.service, 2, { lose: 'after', answer: 'break' });
			const run = await place.write(numbers);
			await place.service.desktop.run();
			expect(judgeWrites(place.service, run, numbers)).toEqual(
				isClear
					? { is: 'whole' }
					: { is: 'loud', says: expect.stringMatching(/^It is unknown whether this request/) },
			);
		});
	},
);

test('an order that waits is not written again while one that was sent shows its identifier', async () => {
	await at({ identifier: 'requestID once fetched' }, async ({ service, write }) => {
		const form = { ...invoiceForm, orderNumber: '={{ $json.number }}', result: 'queuedRequest' };
		expect((await write(['R-0'], { form })).error).toBeUndefined();
		await service.desktop.run();
		service.desktop.turnOff();
		expect((await write(['R-1'], { form })).error).toBeUndefined();
		service.desktop.begin(1);
		expect((await write(['R-2'], { form })).error).toBeUndefined();
		const again = await write(['R-2'], { form });
		expect(again.error?.message).toContain("can't tell whether an Order Number is already queued");
		service.desktop.turnOn();
		await service.desktop.run();
		expect(timesWritten(service, 'R-2')).toBe(1);
	});
});

test('an order is written beside what another program has called, as long as one of ours waits', async () => {
	await at({}, async ({ service, write }) => {
		const form = { ...invoiceForm, result: 'queuedRequest' };
		const options = { ...(invoiceForm.options as object), customRequestId: 'shop-17' };
		expect((await write(['R-0'], { form: { ...form, orderNumber: 'R-0' } })).error).toBeUndefined();
		await service.desktop.run();
		service.desktop.turnOff();
		expect((await write(['R-5'], { form: { ...form, orderNumber: 'R-5' } })).error).toBeUndefined();
		expect((await write(['X-1'], { form: { ...form, options } })).error).toBeUndefined();
		const written = await write(['R-1'], { form: { ...form, orderNumber: 'R-1' } });
		expect(written.error).toBeUndefined();
		service.desktop.turnOn();
		await service.desktop.run();
		expect(timesWritten(service, 'R-1')).toBe(1);
	});
});
