import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { retry, runWorkflow, type WorkflowRun } from '../engine/harness';
import { credentialsFor } from '../engine/support/local-service';
import { byId, parametersFor } from '../engine/support/run-operation';
import { type Reading, textAt } from './service';
import { at, invoiceForm, type Place, toCall } from './support/place';

const order: IDataObject = { ...invoiceForm, orderNumber: '={{ $json.number }}' };
const numbers = ['R-1', 'R-2', 'R-3'];

async function writeOrders(place: Place): Promise<string> {
	const { error, executionId } = await place.write(numbers, { form: order });
	expect(error).toBeUndefined();
	return executionId;
}

const undo = async ({ run }: Place, executionId: string): Promise<WorkflowRun> =>
	await run('books.undo', {
		executionId,
		dryRun: false,
		result: 'waitPolling',
		options: { waitLimit: 20 },
	});

const standing = ({ service, connectionId }: Place): Array<string | undefined> =>
	service
		.company(connectionId)
		.records('Invoice')
		.filter((invoice) => numbers.includes(String(textAt(invoice, 'RefNumber'))))
		.map((invoice) => textAt(invoice, 'Memo'));

const services: ReadonlyArray<readonly [string, Partial<Reading>]> = [
	['a plain one', {}],
	['whose search finds nothing', { searchLooks: 'nowhere' }],
	['whose search reaches the newest 20 only', { searchLooks: 'at the newest 20' }],
	['whose lists show only id and state', { listShows: 'id and state', searchLooks: 'nowhere' }],
	['which shows requests as JSON only', { requestShown: 'json' }],
	['which carries out the newest first', { picksUp: 'newest first' }],
	['which carries out in any order', { picksUp: 'shuffled' }],
	['whose times are in whole seconds, in any order', { resolution: 'seconds', ties: 'shuffled' }],
	['which tells refusals by a word', { refusal: 'word as code' }],
	['with the completion shown late', { completionShownFrom: 3 }],
];

describe('what an execution has written for orders', () => {
	test.concurrent.each(services)(
		'is voided, and written anew: a service %s',
		async (_, reading) => {
			await at(reading, async (place) => {
				const executionId = await writeOrders(place);
				const run = await undo(place, executionId);
				expect(run.error).toBeUndefined();
				expect(run.items.map(({ json }) => json.action)).toEqual(['voided', 'voided', 'voided']);
				expect(standing(place)).toEqual(['VOID', 'VOID', 'VOID']);
				const anew = await place.write(numbers, { form: order });
				expect(anew.error).toBeUndefined();
				expect(anew.items.map(({ json }) => json.earlier_was_removed)).toEqual([true, true, true]);
				expect(standing(place)).toHaveLength(6);
			});
		},
	);

	test.each<[string, Partial<Reading>]>([
		['which shows no identifiers', { identifier: 'nowhere' }],
		['which puts a number of its own into requestID', { identifier: 'own number' }],
		['which puts a text of its own into requestID', { identifier: 'own text' }],
	])('is voided, and loudly not written anew: a service %s', async (_, reading) => {
		await at(reading, async (place) => {
			const executionId = await writeOrders(place);
			expect((await undo(place, executionId)).error).toBeUndefined();
			expect(standing(place)).toEqual(['VOID', 'VOID', 'VOID']);
			const anew = await place.write(numbers, { form: order });
			expect(anew.error?.message).toContain("can't tell whether an Order Number is already queued");
			expect(standing(place)).toHaveLength(3);
		});
	});

	test.each<[string, Partial<Reading>]>([
		['which shows no identifiers', { identifier: 'nowhere' }],
		['which puts a number of its own into requestID', { identifier: 'own number' }],
		['which puts a text of its own into requestID', { identifier: 'own text' }],
		['which cuts identifiers off', { identifier: 'requestID cut off' }],
	])('is left alone if a part of it can not be told: a service %s', async (_, reading) => {
		await at(reading, async (place) => {
			const { service, connectionId } = place;
			const common = {
				connection: { ...byId(connectionId) },
				...invoiceForm,
				additionalFields: { refNumber: 'R-1' },
			};
			const { executionId, error } = await runWorkflow({
				nodes: [{ orderNumber: 'R-1' }, {}].map((form, index) => ({
					name: `Step ${index + 1}`,
					parameters: parametersFor('invoice.create', { ...common, ...form }),
				})),
				credentials: credentialsFor(service.baseUrl, service.apiKey),
			});
			expect(error).toBeUndefined();
			expect(standing(place)).toEqual([undefined, undefined]);
			const run = await undo(place, executionId);
			expect(run.error).toMatchObject({
				message: expect.stringContaining("can't tell which requests an execution has queued"),
				description: expect.stringContaining('Nothing was voided or deleted.'),
			});
			expect(standing(place)).toEqual([undefined, undefined]);
		});
	});

	test('is left alone while a part of it waits and shows no identifier yet', async () => {
		await at({ identifier: 'requestID once carried out' }, async (place) => {
			const { desktop } = place.service;
			const { executionId, items } = await place.write(['R-1']);
			desktop.turnOff();
			const form = { txnId: byId(String(items[0].json.TxnID)), result: 'queuedRequest' };
			const waiting = await place.run('invoice.void', form, { executionId });
			expect(waiting.error).toBeUndefined();
			const run = await undo(place, executionId);
			expect(run.error).toMatchObject({
				message: expect.stringContaining(
					`the request ${waiting.items[0].json.id} shows no identifier`,
				),
				description: expect.stringContaining('Try again when nothing waits in the queue'),
			});
			expect(standing(place)).toEqual([undefined]);
			desktop.turnOn();
			await desktop.run();
			expect(standing(place)).toEqual(['VOID']);
			expect((await undo(place, executionId)).error).toBeUndefined();
		});
	});

	test('is voided by two Undos at once, and written anew once', async () => {
		await at({}, async (place) => {
			const executionId = await writeOrders(place);
			const both = await Promise.all([undo(place, executionId), undo(place, executionId)]);
			for (const { error, items } of both) {
				expect(error).toBeUndefined();
				expect(items).toHaveLength(3);
			}
			const anew = await place.write(numbers, { form: order });
			expect(anew.items.map(({ json }) => json.earlier_was_removed)).toEqual([true, true, true]);
			const again = await place.write(numbers, { form: order });
			expect(again.items.map(({ json }) => json.already_existed)).toEqual([true, true, true]);
			expect(standing(place)).toHaveLength(6);
		});
	});

	test('is not all, if the execution goes on meanwhile, and Undo says so', async () => {
		await at({}, async (place) => {
			const { desktop } = place.service;
			const { executionId } = await place.write(['R-1'], { form: order });
			const isVoiding = new Promise<void>((resolve) => {
				place.service.meddle(({ method, body }) => {
					if (method !== 'POST' || !JSON.stringify(body ?? '').includes('TxnVoid'))
						return undefined;
					desktop.turnOff();
					resolve();
					return undefined;
				});
			});
			const undoing = undo(place, executionId);
			await isVoiding;
			const form = { ...order, result: 'queuedRequest' };
			const goesOn = await place.write(['R-2'], { form, executionId });
			expect(goesOn.error).toBeUndefined();
			place.service.meddle(() => undefined);
			desktop.turnOn();
			await desktop.run();
			const run = await undoing;
			expect(run.error).toBeUndefined();
			expect(run.items.map(({ json }) => json)).toMatchObject([
				{ action: 'voided', number: 'R-1' },
				{
					action: expect.stringMatching(/^(notUndone|waiting)$/) as string,
					request_id: goesOn.items[0].json.id,
					why: expect.stringContaining('may still be running') as string,
				},
			]);
			const [newest] = (await undo(place, executionId)).items;
			expect(newest.json).toMatchObject({ action: 'voided', number: 'R-2' });
		});
	});

	test('is not all, if the execution goes on before somebody presses Retry on Undo', async () => {
		await at({}, async (place) => {
			const executionId = await writeOrders(place);
			toCall(place.service, 3, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await undo(place, executionId);
			expect(failed.status).toBe('error');
			place.service.meddle(() => undefined);
			await place.write(['R-4'], { form: order, executionId });
			const again = await retry(failed);
			const actions = again.items.map(({ json }) => [json.number, json.action]);
			expect(actions).toContainEqual(['R-4', 'notUndone']);
			// One was voided before: the Retry sees that, and does not void it again.
			expect(actions.filter(([number]) => number !== 'R-4').map(([, action]) => action)).toEqual([
				'alreadyUndone',
				'voided',
				'voided',
			]);
		});
	});

	test('is all of a dry run, whatever the execution does meanwhile', async () => {
		await at({}, async (place) => {
			const { desktop } = place.service;
			const executionId = await writeOrders(place);
			const isReading = new Promise<void>((resolve) => {
				place.service.meddle(({ body }) => {
					if (JSON.stringify(body ?? '').includes('InvoiceQuery')) {
						desktop.turnOff();
						resolve();
					}
					return undefined;
				});
			});
			const form = { executionId, dryRun: true, result: 'waitPolling', options: { waitLimit: 20 } };
			const reading = place.run('books.undo', form);
			await isReading;
			await place.write(['R-4'], { form: { ...order, result: 'queuedRequest' }, executionId });
			place.service.meddle(() => undefined);
			desktop.turnOn();
			await desktop.run();
			const dry = await reading;
			expect(dry.items.map(({ json }) => json.action)).toEqual(Array(3).fill('wouldVoid'));
		});
	});

	test('is written anew once although the answer to the call got lost', async () => {
		await at({ searchLooks: 'nowhere' }, async (place) => {
			const executionId = await writeOrders(place);
			await undo(place, executionId);
			place.service.meddle(({ method, body }) =>
				method === 'POST' && JSON.stringify(body ?? '').includes('R-2')
					? { lose: 'after', answer: 'break' }
					: undefined,
			);
			const anew = await place.write(numbers, { form: order });
			expect(anew.error).toBeUndefined();
			expect(anew.items.map(({ json }) => json.earlier_was_removed)).toEqual([true, true, true]);
			expect(standing(place)).toHaveLength(6);
		});
	});
});
