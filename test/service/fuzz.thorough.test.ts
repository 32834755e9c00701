import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { request } from 'undici';

import { problemWith } from './fuzz/answers';
import { rawRequests } from './fuzz/corpus';
import { fuzz } from './fuzz/fuzz';
import { basic } from './support/api-client';
import { API_KEY, service, stopServices } from './support/service';

const INPUTS = 1500;
const MEBIBYTE = 1024 * 1024;

describe('whatever is sent', () => {
	afterAll(stopServices);

	it('is answered without failing, in the error envelope or with a fault, and leaves nothing behind in memory', async () => {
		const { answers, heapGrowth, log } = await fuzz({ inputs: INPUTS });
		expect(Object.values(answers).reduce((sum, times) => sum + times)).toBe(INPUTS);
		expect(log).toBe('');
		expect(heapGrowth).toBeLessThan(24 * MEBIBYTE);
	}, 600_000);

	it.each(rawRequests.map((raw) => [raw.slice(0, 90), raw]))(
		'to the port as it is gets an answer in the error envelope, or none: %j',
		async (_beginning, raw) => {
			const { baseUrl } = await service();
			const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
			await once(socket, 'connect');
			socket.end(raw);
			const answer = await text(socket);
			const [head, body = ''] = answer.split('\r\n\r\n');
			const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
			if (answer !== '') {
				const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
				const to = raw.includes('/connector ') && status === 500 ? 'connector' : 'interface';
				expect(problemWith(to, { status, type, body })).toBeUndefined();
			}
			const alive = await request(`${baseUrl}/connections`, {
				headers: { authorization: basic(API_KEY) },
			});
			await alive.body.dump();
			expect(alive.statusCode).toBe(200);
		},
	);

	it('to the connector that it cannot read is answered with a fault of SOAP 1.1 that shows no insides', async () => {
		const { origin } = await service();
		for (const body of ['', 'nothing', '<a>', '<Envelope/>', '<a><b></a></b>']) {
			const answer = await request(`${origin}/connector`, { method: 'POST', body });
			const fault = await answer.body.text();
			expect(answer.statusCode).toBe(500);
			expect(fault).toMatch(/<soap:Fault><faultcode>soap:Client<\/faultcode><faultstring>/);
			expect(fault).not.toMatch(/undefined|TypeError|node_modules/);
		}
	});
});
