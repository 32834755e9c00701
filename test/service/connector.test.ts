import { request } from 'undici';

import { envelopeOf, postEnvelope } from './support/connector-client';
import { answer } from './support/qbxml';
import { recordOf, shared } from './support/service';

describe('connector endpoint', () => {
	const at = shared();

	const queue = async (path = '/customers') => (await at.connection.call('GET', path)).body.data.id;
	const signIn = () =>
		at.running.connector.authenticate(at.connection.username, at.connection.password);

	async function openSession(): Promise<string> {
		const [ticket, companyFile] = await signIn();
		expect(companyFile).toBe('');
		return ticket;
	}

	it('answers nvu for a connection whose password was never set', async () => {
		const { username } = (await at.running.api('POST', '/connections')).body.data;
		expect(await at.running.connector.authenticate(username, '')).toEqual(['', 'nvu']);
	});

	it('answers none when nothing is queued, and leaves the connection inactive', async () => {
		expect((await signIn())[1]).toBe('none');
		const id = await queue();
		expect((await at.running.api('DELETE', `/queued_requests/${id}`)).body.error.code).toBe(
			'invalid_state',
		);
	});

	it('knows no session any more whose connection is deleted', async () => {
		await queue();
		const ticket = await openSession();
		await at.running.api('DELETE', `/connections/${at.connection.id}`);
		expect(await at.running.connector.sendRequestXML(ticket)).toBe('');
	});

	it('keeps a request that QuickBooks could not take ahead of what was queued later, and then its error is gone', async () => {
		const first = await queue();
		const second = await queue('/vendors');
		const ticket = await openSession();
		await at.running.connector.sendRequestXML(ticket);
		expect(await at.running.connector.receiveResponseXML(ticket, '', '0x80040422', 'Alone')).toBe(
			100,
		);
		expect(await at.running.connector.sendRequestXML(ticket)).toBe('');
		await at.running.connector.closeConnection(ticket);
		expect(await recordOf(at.running, second)).toMatchObject({ state: 'waiting' });
		const record = await recordOf(at.running, first);
		expect(record).toMatchObject({
			state: 'retryable',
			error: { code: '0x80040422', message: 'Alone' },
		});
		expect(record).not.toHaveProperty('response_xml');
		const next = await openSession();
		expect(await at.running.connector.sendRequestXML(next)).toContain('CustomerQueryRq');
		expect(await at.running.connector.receiveResponseXML(next, answer('CustomerQuery'))).toBe(50);
		const afterwards = await recordOf(at.running, first);
		expect(afterwards.state).toBe('response_received');
		expect(afterwards).not.toHaveProperty('error');
	});

	describe('what is not a call', () => {
		const endpoint = () => `${at.running.origin}/connector`;

		it('refuses an unknown method with a fault that shows nothing of the service', async () => {
			const { status, fault, result } = await postEnvelope(
				endpoint(),
				envelopeOf('dropEverything', {}),
				'dropEverything',
			);
			expect(status).toBe(500);
			expect(result).toBeUndefined();
			expect(fault).toBeDefined();
			expect(fault).not.toContain('node_modules');
		});

		it.each(['', 'nothing', '<a>', '<a><b></a></b>'])('refuses the message %j', async (message) => {
			const { statusCode, body } = await request(endpoint(), { method: 'POST', body: message });
			const text = await body.text();
			expect(statusCode).toBe(500);
			expect(text).not.toContain('node_modules');
		});
	});
});
