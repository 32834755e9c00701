import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { retry } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { dyingDesktops } from '../support/dying-desktops';
import { useShortPauses } from '../support/pauses';
import { afterTaking, queues, useProxiedService } from '../support/proxied-service';
import { smallInvoice } from '../support/queueing-operations';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const proxied = useProxiedService(service);
const { dieBefore } = dyingDesktops(service);

const create = async (connectionId: string, more: IDataObject = {}, orders = ['A-1']) =>
	await runOperation(
		proxied,
		'invoice.create',
		{
			connection: { ...byId(connectionId) },
			...smallInvoice,
			additionalFields: { memo: '={{ $json.order }}' },
			result: 'waitPolling',
			options: { whenOutcomeUnknown: 'lookInBooks', writeIfAbsent: true },
			...more,
		},
		{ items: orders.map((order) => ({ order })) },
	);

const written = (connectionId: string) =>
	service
		.company(connectionId)
		.invoices.map(({ Memo }) => Memo)
		.sort();

/**
 * Loses the answer to a call that queues an invoice, and everything that would show it in the queue, until the next call
 * that queues something.
 * @param which Which of the calls that queue something it is, from 1.
 * @param arrives Whether the service takes it.
 */
function loseCall(which: number, arrives: boolean): void {
	let number = 0;
	proxied.meddle(async (call) => {
		if (queues(call)) {
			number += 1;
			if (number !== which) return undefined;
			return arrives ? await afterTaking(() => Promise.resolve('drop'))(call) : 'drop';
		}
		const isLook = /\/connections\/[^/]+\/queued_requests/.test(call.path);
		return number === which && isLook ? 'drop' : undefined;
	});
}

test('an invoice whose call got lost, and that is in the books, is found', async () => {
	const connectionId = await service.newConnection();
	loseCall(1, true);
	const run = await create(connectionId, {}, ['A-1', 'A-2']);
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => [json.Memo, json.settled])).toEqual([
		['A-1', 'found'],
		['A-2', undefined],
	]);
	expect(written(connectionId)).toEqual(['A-1', 'A-2']);
});

test('one that is not there may still be waiting: nothing is written in its place', async () => {
	const connectionId = await service.newConnection();
	loseCall(1, false);
	const run = await create(connectionId);
	expect(run.error).toMatchObject({
		message:
			'The invoice is not in the books now, but its request may still be waiting in the queue.',
		context: { code: 'unknown_outcome', itemIndex: 0 },
	});
	expect(written(connectionId)).toEqual([]);
});

test.each([
	['arrived', true],
	['did not arrive', false],
])('the second try gets lost, and %s: it is written once', async (_what, arrives) => {
	const connectionId = await service.newConnection();
	dieBefore(connectionId);
	// The addition, the two looks, and the addition once more.
	loseCall(4, arrives);
	const run = await create(connectionId);
	if (arrives) expect(run.items).toMatchObject([{ json: { settled: 'found' } }]);
	else expect(run.error).toMatchObject({ context: { code: 'unknown_outcome' } });
	proxied.meddle(() => Promise.resolve(undefined));
	// By now, the queue shows whether it arrived.
	await retry(run);
	expect(written(connectionId)).toEqual(['A-1']);
	await retry(run);
	expect(written(connectionId)).toEqual(['A-1']);
});
