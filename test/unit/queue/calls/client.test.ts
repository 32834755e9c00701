import {
	LONGEST_WAIT,
	repeatingReads,
	sendForData,
	sendForObject,
} from '../../../../queue/calls/client';
import {
	listConnections,
	readConnection,
	readConnectorFile,
} from '../../../../queue/calls/connections';
import { failureOfAnswer, failureOfNetwork, ServiceError } from '../../../../queue/calls/errors';
import type { Service } from '../../../../queue/calls/ports';
import type { ServiceCall } from '../../../../queue/calls/serviceCall';
import { answeredWith } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

/** A service that gives one answer after the other, or throws it if it is an error. */
function answering(answers: readonly unknown[]): Service & { calls: ServiceCall[] } {
	const left = [...answers];
	const calls: ServiceCall[] = [];
	return {
		calls,
		async send(call) {
			calls.push(call);
			const answer = left.shift();
			if (answer instanceof Error) throw answer;
			return answer;
		},
	};
}

const read: ServiceCall = { method: 'GET', path: '/connections' };
const done = { data: [] };
const overloaded = answeredWith(503);

/** What a service that repeats reads makes of these answers, and how long it waits between its tries. */
async function repeated(answers: readonly unknown[], call: ServiceCall = read) {
	const service = answering(answers);
	const { signal } = new AbortController();
	const waits: number[] = [];
	const clock = {
		...stillClock(),
		async sleep(milliseconds: number, given?: AbortSignal) {
			expect(given).toBe(signal);
			waits.push(milliseconds);
		},
	};
	const enter = async () => () => undefined;
	const repeating = repeatingReads({ ...service, signal, enter }, clock);
	expect(repeating).toMatchObject({ signal, enter });
	try {
		return { result: await repeating.send(call), waits, calls: service.calls.length };
	} catch (error) {
		return { error, waits, calls: service.calls.length };
	}
}

describe('a read', () => {
	it('is tried again if the connection breaks, three times in all', async () => {
		const broken = new ServiceError(failureOfNetwork(new Error('socket hang up')));
		expect(await repeated([broken, broken, overloaded, done])).toEqual({
			error: overloaded,
			waits: [500, 1500],
			calls: 3,
		});
	});

	it.each([400, 401, 404, 408, 500])('is not tried again after the status %i', async (status) => {
		const error = answeredWith(status);
		expect(await repeated([error, done])).toEqual({ error, waits: [], calls: 1 });
	});

	it('waits as long as the service says, but not longer than half a minute', async () => {
		const busy = (retryAfter: number) =>
			new ServiceError({ ...failureOfAnswer(429, undefined), retryAfter });
		expect((await repeated([busy(LONGEST_WAIT), done])).waits).toEqual([30_000]);
		const later = busy(LONGEST_WAIT + 1);
		expect(await repeated([later, done])).toEqual({ error: later, waits: [], calls: 1 });
	});
});

it.each<[what: string, call: ServiceCall]>([
	['a write', { method: 'POST', path: '/connections/c1/queued_requests' }],
	['a removal', { method: 'DELETE', path: '/queued_requests/r1' }],
	[
		'a query that queues a request',
		{ method: 'GET', path: '/connections/c1/invoices', query: { request_id: 'n8n-1' } },
	],
])('%s is sent once', async (_what, call) => {
	expect(await repeated([overloaded, done], call)).toEqual({
		error: overloaded,
		waits: [],
		calls: 1,
	});
});

describe('what an answer holds', () => {
	const notOurs = { code: 'unknown_answer', outcomeIsUnknown: true };

	it.each([[null], ['text'], [undefined], [{}], [{ error: {} }]])(
		'is not known if the answer is %j',
		async (body) => {
			await expect(sendForData(answering([body]), read)).rejects.toMatchObject(notOurs);
			await expect(sendForObject(answering([body]), read)).rejects.toMatchObject(notOurs);
		},
	);

	it.each([[null], ['text'], [[]], [undefined]])('is no object if it is %j', async (data) => {
		await expect(sendForObject(answering([{ data }]), read)).rejects.toMatchObject(notOurs);
	});
});

describe('connections', () => {
	const { signal: deadline } = new AbortController();

	it('are listed, and read by their ID', async () => {
		const service = answering([
			{ data: [{ id: 'a' }, { id: 'b', name: 'B' }] },
			{ data: { id: 'a' } },
		]);
		expect(await listConnections(service, deadline)).toEqual([{ id: 'a' }, { id: 'b', name: 'B' }]);
		expect(await readConnection(service, 'a/b', deadline)).toEqual({ id: 'a' });
		expect(service.calls).toEqual([
			{ method: 'GET', path: '/connections', deadline },
			{ method: 'GET', path: '/connections/a%2Fb', deadline },
		]);
	});

	it.each([[{}], [[{}]], [[{ id: 'a' }, { id: 7 }]], [[null]], [null]])(
		'are not %j',
		async (data) => {
			await expect(listConnections(answering([{ data }]))).rejects.toThrow(ServiceError);
		},
	);

	it.each([[{ qwc: '<QBWCXML/>' }], [{ data: { qwc: '<QBWCXML/>' } }]])(
		'have their connector file in %j',
		async (body) => {
			const service = answering([body]);
			expect(await readConnectorFile(service, 'c 1')).toBe('<QBWCXML/>');
			expect(service.calls).toEqual([{ method: 'GET', path: '/connections/c%201/qwc' }]);
		},
	);

	it.each([[{}], [null], ['<QBWCXML/>'], [{ qwc: 1 }], [{ data: {} }], [{ data: 'x' }]])(
		'have no connector file in %j',
		async (body) => {
			await expect(readConnectorFile(answering([body]), 'c1')).rejects.toThrow(ServiceError);
		},
	);
});
