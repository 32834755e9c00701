import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { readMessage } from '../../service/connector/message';

const LIMIT = 10_000_000;

function bodyOf(text: string): IncomingMessage {
	const body = new IncomingMessage(new Socket());
	const bytes = Buffer.from(text);
	for (let from = 0; from < bytes.length; from += 65_537)
		body.push(bytes.subarray(from, from + 65_537));
	body.push(null);
	return body;
}

const message = (response: string, end = '</tns:response>') =>
	`<soap:Envelope><tns:ticket>ü</tns:ticket><tns:response xml:space="preserve">${response}${end}<tns:hresult/></soap:Envelope>`;

async function read(text: string) {
	const { largeResponse, ...rest } = await readMessage(bodyOf(text), LIMIT);
	return { ...rest, ...(largeResponse && { large: Buffer.concat(largeResponse).toString() }) };
}

describe('a message to the connector endpoint', () => {
	it.each([300_000, 1_048_576, 3_000_000])(
		'comes without a large response, which is kept apart (%s bytes)',
		async (length) => {
			const response = '&lt;ü😀&gt;'.repeat(length / 10).slice(0, length);
			expect(await read(message(response))).toEqual({ text: message(''), large: response });
		},
	);

	it.each([
		['a small response', message('&lt;a/&gt;')],
		['a large response in a CDATA section', message(`<![CDATA[${'x'.repeat(300_000)}]]>`)],
		['a large response with a comment in it', message(`${'x'.repeat(300_000)}<!-- -->`)],
		['a large response without an end', message('x'.repeat(300_000), '')],
		['another large text', `<a><message>${'x'.repeat(300_000)}</message></a>`],
		['another large text after the response', `${message('&lt;')}${' '.repeat(300_000)}`],
		['nothing', ''],
	])('stays as it is with %s', async (_, text) => {
		expect(await read(text)).toEqual({ text });
	});

	it('is refused when it is too large', async () => {
		await expect(readMessage(bodyOf('x'.repeat(101)), 100)).rejects.toMatchObject({
			statusCode: 413,
		});
	});
});
