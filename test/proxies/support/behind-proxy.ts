import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import path from 'node:path';

import { Agent, getGlobalDispatcher, request, setGlobalDispatcher } from 'undici';

import { answerWith } from '../../../bench/support/pages';
import { Cleanup } from '../../../n8n/processes/cleanup';
import { runCommand } from '../../../n8n/processes/command';
import { freePorts } from '../../../n8n/processes/free-ports';
import { startServer } from '../../../n8n/processes/server';
import { temporaryFolder } from '../../../n8n/processes/temporary-folder';
import { type RunningService, startService } from '../../../service/server/start-service';
import { apiClient, basic, type Fields } from '../../service/support/api-client';
import { connectorClient, envelopeOf } from '../../service/support/connector-client';
import { examined } from '../../service/support/examined';
import { receiver, stopReceivers } from '../../service/support/receiver';
import { runTypescript } from '../../support/run-typescript';
import { type Certificate, selfSigned } from './certificate';
import { type ProxyName, startTlsProxy } from './tls-proxy';

const ROOT = path.resolve(__dirname, '../../..');
const KEY = 'first-application';
const OTHER_KEY = 'second-application';
const SECRET = 'a secret of the suite';

/** About 77 MB. */
const MANY_RECORDS = 47_550;

/** Tests the service behind a proxy, which has to be installed, as has OpenSSL for its certificate. */
export function behindProxy(name: ProxyName): void {
	describe(`behind ${name}`, () => {
		const cleanup = new Cleanup();
		const dispatcher = getGlobalDispatcher();
		let running: RunningService;
		let certificate: Certificate;
		let folder: string;
		let origin: string;
		let httpPort: number;
		let api: ReturnType<typeof apiClient>;
		let largeAnswer: string;
		/** Of the connector, with TICKET for the ticket. */
		let largeMessage: string;

		beforeAll(async () => {
			// It takes a while to write, and connections that are open by then would be closed meanwhile.
			largeAnswer = answerWith(MANY_RECORDS);
			largeMessage = envelopeOf('receiveResponseXML', {
				ticket: 'TICKET',
				response: largeAnswer,
				hresult: '',
				message: '',
			});
			folder = await temporaryFolder(cleanup, name);
			certificate = await selfSigned(folder);
			const [servicePort, httpsPort, plainPort] = await freePorts(3);
			httpPort = plainPort;
			origin = `https://localhost:${httpsPort}`;
			running = await startService({
				port: servicePort,
				database: path.join(folder, 'service.sqlite'),
				apiKeys: [KEY, OTHER_KEY],
				webhookSecrets: [SECRET],
				webhookTries: [0, 0.05, 0.05],
				publicUrl: origin,
				trustProxy: ['127.0.0.1'],
				log: false,
			});
			cleanup.add(() => running.close());
			const proxy = await startTlsProxy(name, {
				folder,
				httpsPort,
				httpPort,
				servicePort,
				certificate,
			});
			cleanup.add(() => proxy.stop());
			const trusting = new Agent({
				connect: { ca: await readFile(certificate.certificate, 'utf8') },
				bodyTimeout: 0,
				headersTimeout: 0,
			});
			cleanup.add(() => trusting.close());
			setGlobalDispatcher(trusting);
			api = apiClient(`${origin}/api/v1`, KEY);
		});
		afterAll(async () => {
			stopReceivers();
			setGlobalDispatcher(dispatcher);
			await cleanup.run();
		});

		async function connectNew() {
			const connection = (await api('POST', '/connections')).body.data;
			const own = `/connections/${connection.id}`;
			const { password } = (await api('POST', `${own}/password`)).body.data;
			const { qwc } = (await api('GET', `${own}/qwc`)).body;
			return { connection, own, password, qwc };
		}

		it('the pages, files and links have its address and all headers', async () => {
			const { connection, qwc } = await connectNew();
			expect(qwc).toContain(`<AppURL>${origin}/connector</AppURL>`);
			expect(qwc).toContain(`<AppSupport>${origin}/connect</AppSupport>`);
			expect(connection.links.onboarding).toContain(`${origin}/onboarding/`);
			for (const address of [`${origin}/connect`, `${origin}/ui`, connection.links.onboarding]) {
				const { statusCode, headers, body } = await request(address, {
					headers: { authorization: basic(KEY) },
				});
				await body.dump();
				expect([address, statusCode]).toEqual([address, 200]);
				expect(headers).toMatchObject({
					'strict-transport-security': 'max-age=31536000',
					'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
					'x-content-type-options': 'nosniff',
					'cache-control': 'no-store',
				});
			}
		});

		it('the doctor sees who calls, and a self-signed certificate', async () => {
			const { of } = await examined(path.join(folder, 'service.sqlite'), {
				publicOrigin: origin,
			});
			expect(of('address')).toEqual([`well: ${origin} leads to this service.`]);
			expect(of('proxy')).toEqual([
				'well: The service saw this call over https, from 127.0.0.1; forged headers changed nothing.',
			]);
			expect(of('certificate')).toEqual([expect.stringMatching(/^wrong: .*is self-signed/)]);
			expect(of('clock')).toContainEqual(expect.stringMatching(/^well: The clock of https:/));
		});

		it('plain http leads to https', async () => {
			const { statusCode, headers, body } = await request(`http://localhost:${httpPort}/ui`);
			await body.dump();
			expect([301, 308]).toContain(statusCode);
			expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/ui$/);
		});

		it('nobody can pretend to call from elsewhere', async () => {
			const { own } = await connectNew();
			// From another address than the proxy’s. If its header counted, it would come from the internet.
			const call = httpsRequest({
				host: '127.0.0.1',
				servername: 'localhost',
				port: new URL(origin).port,
				localAddress: '127.0.0.2',
				ca: await readFile(certificate.certificate),
				path: `/api/v1${own}/customers?webhook_url=${encodeURIComponent('http://127.0.0.1:9/')}`,
				headers: {
					host: new URL(origin).host,
					authorization: basic(KEY),
					'x-forwarded-for': '198.51.100.7',
				},
			}).end();
			const [{ statusCode }] = await once(call, 'response');
			expect(statusCode).toBe(202);
			call.destroy();
		});

		it('a desktop answers over TLS, and the webhook tells of it', async () => {
			const { own, password, qwc } = await connectNew();
			const { url, received } = await receiver();
			const folder = await temporaryFolder(cleanup, 'desktop');
			const file = path.join(folder, 'connector.qwc');
			await writeFile(file, qwc);
			const queued = await api('GET', `${own}/customers`, { query: { webhook_url: url } });
			const words = ['--connector-file', file, '--password', password, '--every', '0.2'];
			const desktop = await startServer({
				name: 'The simulated desktop',
				program: process.execPath,
				args: [...runTypescript, path.join(ROOT, 'simulator/main.ts'), ...words],
				cwd: ROOT,
				env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate.certificate },
				isReady: async () => (await api('GET', own)).body.data.last_connected_at !== null,
			});
			cleanup.add(() => desktop.stop());
			const [{ body }] = await received(1);
			expect(body).toMatchObject({ id: queued.body.data.id, state: 'completed' });
			expect(body.response_xml).toContain('<CustomerRet>');
			await desktop.stop();
		});

		it('an answer of 77 MB comes in and goes out whole', async () => {
			const { own, connection, password } = await connectNew();
			const { id } = (await api('GET', `${own}/customers`)).body.data;
			const connector = connectorClient(`${origin}/connector`);
			const [ticket] = await connector.authenticate(connection.username, password);
			await connector.sendRequestXML(ticket);
			expect(Buffer.byteLength(largeAnswer)).toBeGreaterThan(75_000_000);
			const sent = await request(`${origin}/connector`, {
				method: 'POST',
				headers: {
					'content-type': 'text/xml; charset=utf-8',
					soapaction: '"http://developer.intuit.com/receiveResponseXML"',
				},
				body: largeMessage.replace('TICKET', ticket),
			});
			expect([sent.statusCode, await sent.body.text()]).toEqual([
				200,
				expect.stringContaining('<receiveResponseXMLResult>99<'),
			]);
			const { statusCode, body } = await request(`${origin}/api/v1/queued_requests/${id}`, {
				headers: { authorization: basic(KEY) },
			});
			const { data } = (await body.json()) as { data: Fields };
			expect([statusCode, data.state]).toEqual([200, 'response_received']);
			const digest = (text: string) => createHash('sha256').update(text).digest('hex');
			expect(digest(data.response_xml)).toBe(digest(largeAnswer));
		});

		it('the service keeps the interface', async () => {
			const words = ['--base-url', `${origin}/api/v1`, '--api-key', KEY];
			const printed = await runCommand(
				process.execPath,
				[
					...runTypescript,
					path.join(ROOT, 'test/conformance/run.ts'),
					...words,
					...['--other-api-key', OTHER_KEY, '--webhook-secret', SECRET],
				],
				{ cwd: ROOT, env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate.certificate } },
			);
			expect(printed).toContain('Checking https://localhost');
			expect(printed).not.toContain('FAILED');
		});
	});
}
