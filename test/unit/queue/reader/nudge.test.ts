import { isUnderway, nudgeIn, queueNudge } from '../../../../queue/reader/nudge';
import { CONNECTION, queuedInvoice } from '../support/records';
import { answeredWith, servedQueue } from '../support/served-queue';

const IDENTIFIER = 'n8n-AbCdEfGhIjKlMnOp-wake-1-0';
const RESUME = 'https://n8n.example/webhook-waiting/1';

async function queued(queue: () => unknown) {
	const service = servedQueue([], { queue });
	return { nudge: await queueNudge(service, CONNECTION, IDENTIFIER, RESUME), service };
}

it('is a query for the host, with the address that wakes the execution', async () => {
	const { nudge, service } = await queued(() => ({ data: { id: 'n1' } }));
	expect(nudge).toEqual({ connectionId: CONNECTION, id: 'n1' });
	expect(service.calls).toEqual([
		{
			method: 'POST',
			path: '/connections/c1/queued_requests',
			body: {
				request_xml: `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><HostQueryRq requestID="${IDENTIFIER}"/></QBXMLMsgsRq></QBXML>`,
				webhook_url: RESUME,
			},
			idempotencyKey: IDENTIFIER,
		},
	]);
});

it.each<[what: string, queue: () => unknown]>([
	[
		'the service refuses it',
		() => {
			throw answeredWith(422);
		},
	],
	['the answer has no ID', () => ({ data: {} })],
	['the answer has nothing', () => ({ data: null })],
	['its ID is a number', () => ({ data: { id: 7 } })],
])('there is none if %s', async (_what, queue) => {
	expect((await queued(queue)).nudge).toBeUndefined();
});

it.each([
	[queuedInvoice('n1'), true],
	[{ ...queuedInvoice('n1', { is: 'written' }), webhook_state: 'pending' }, true],
	[{ ...queuedInvoice('n1', { is: 'written' }), webhook_state: 'succeeded' }, false],
	[{ ...queuedInvoice('n1', { is: 'written' }), webhook_state: 'failed' }, false],
	[queuedInvoice('n2'), false],
])('is underway until it was delivered (%#)', async (record, is) => {
	const nudge = { connectionId: CONNECTION, id: 'n1' };
	expect(await isUnderway(servedQueue([record]), nudge)).toBe(is);
});

it('is told by the ID in a delivery, wherever that stands', () => {
	const nudges = ['n1', 'N2'].map((id) => ({ connectionId: CONNECTION, id }));
	expect(nudgeIn({ id: 'n2' }, nudges)).toBe(nudges[1]);
	expect(nudgeIn({ data: { id: 'n1' } }, nudges)).toBe(nudges[0]);
	expect(nudgeIn({ id: 'n1', data: { id: 'n2' } }, nudges)).toBe(nudges[0]);
	expect(nudgeIn({ id: 1, data: { id: 'n2' } }, nudges)).toBe(nudges[1]);
	for (const body of [
		undefined,
		null,
		{},
		{ id: 1 },
		{ id: 'n3' },
		{ data: {} },
		{ data: { id: 1 } },
		{ data: null },
		'n1',
	]) {
		expect(nudgeIn(body, nudges)).toBeUndefined();
	}
});
