import { answer } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';
import {
	callOf,
	documentEnvelope,
	escaped,
	post,
	resultOf,
	signInOf,
} from './support/web-connector';

const ticketed = (ticket: string, response: string): string =>
	documentEnvelope(
		`<receiveResponseXML xmlns="http://developer.intuit.com/"><ticket>${ticket}</ticket><response>${response}</response><hresult /><message /></receiveResponseXML>`,
	);

/** A list of items, of which the one in the middle has something else in its description. */
function items(count: number, description: string): string {
	const records = Array.from({ length: count }, (_, index) => {
		const desc = index === Math.floor(count / 2) ? description : 'Steel bolt';
		return `<ItemServiceRet><ListID>8000${index}-1</ListID><FullName>Bolt ${index}</FullName><SalesOrPurchase><Desc>${desc}</Desc><Price>1.00</Price></SalesOrPurchase></ItemServiceRet>`;
	});
	return answer('ItemQuery', { records: records.join('') });
}

const PLACE = '{here}';

/** How a sign stands in the message, put there once the answer is escaped. */
const ways: ReadonlyArray<readonly [how: string, written: string, read: string]> = [
	['as a reference in the envelope', '&#x1F;', '\uFFFD'],
	['as a decimal reference in the envelope', '&#31;', '\uFFFD'],
	['as a long reference in the envelope', '&#x0000001F;', '\uFFFD'],
	['as a reference in the answer', '&amp;#x1F;', '\uFFFD'],
	['as a capital reference in the answer', '&amp;#X1f;', '\uFFFD'],
	['as a long reference in the answer', '&amp;#00000000031;', '\uFFFD'],
	['as a reference to an ampersand', '&#38;#x1F;', '\uFFFD'],
	['as a reference to nothing', '&amp;#x110000;', '\uFFFD'],
	['as half of a pair', '&amp;#xD800;', '\uFFFD'],
	['as it is', '\u001F', '\uFFFD'],
	['as one that is no character', '\uFFFF', '\uFFFD'],
	['as one of many', '\u0000&amp;#0;&#0;&amp;#xFFFE;', '\uFFFD\uFFFD\uFFFD\uFFFD'],
	['as text about it', '&amp;amp;#x1F;', '&amp;#x1F;'],
];

describe('an answer with a sign that XML cannot hold', () => {
	let running: TestService;
	let connection: TestConnection;
	let address: string;
	beforeAll(async () => {
		running = await service();
		connection = await running.connect();
		address = `${running.origin}/connector`;
	});
	afterAll(stopServices);

	const call = (method: string, parameters: Record<string, string>) =>
		post(address, method, documentEnvelope(callOf(method, parameters)));

	/** What becomes of a query that is answered like this. */
	async function answered(response: string) {
		const { id } = (await connection.call('GET', '/items')).body.data;
		const { username: strUserName, password: strPassword } = connection;
		const [ticket] = signInOf(await call('authenticate', { strUserName, strPassword }));
		const host = {
			strHCPResponse: '',
			strCompanyFileName: '',
			qbXMLCountry: 'US',
			qbXMLMajorVers: '16',
			qbXMLMinorVers: '0',
		};
		await call('sendRequestXML', { ticket, ...host });
		const taken = await post(address, 'receiveResponseXML', ticketed(ticket, response));
		expect(resultOf('receiveResponseXML', taken)).toBe('100');
		await call('closeConnection', { ticket });
		return await recordOf(running, id);
	}

	describe.each([
		['a small answer', 10],
		['a large answer', 2500],
	])('in %s', (_size, count) => {
		it.each(ways)('comes through, written %s', async (_how, written, read) => {
			const message = escaped(items(count, `Steel ${PLACE}bolt`)).replace(PLACE, written);
			const { state, response_xml } = await answered(message);
			expect(state).toBe('response_received');
			expect(response_xml).toBe(items(count, `Steel ${read}bolt`));
		});

		it.each([
			['blanks and line breaks', ' \r\n\t'],
			['byte order marks', '\uFEFF\uFEFF'],
			['signs that are none', '\u0000\u001A'],
		])('comes through between %s', async (_what, around) => {
			const whole = items(count, 'x');
			const { state, response_xml } = await answered(escaped(`${around}${whole}${around}`));
			expect([state, String(response_xml).trim()]).toEqual(['response_received', whole]);
		});

		it('is still refused if it is cut off', async () => {
			const { state, error } = await answered(escaped(items(count, 'x').slice(0, -40)));
			expect([state, error]).toEqual([
				'error',
				expect.objectContaining({ code: 'invalid_response' }),
			]);
		});
	});
});
