import { callTool } from './harness';
import { useLocalService } from './support/local-service';
import { useShortPauses } from './support/pauses';
import {
	afterTaking,
	lostAnswers,
	type Meddle,
	queues,
	type Trouble,
	useProxiedService,
} from './support/proxied-service';
import { queueingOperations, smallInvoice } from './support/queueing-operations';
import { byId, parametersFor, runOperation } from './support/run-operation';

useShortPauses();

const service = useLocalService();
const proxied = useProxiedService(service);

/** Does something to the first request that is queued, and lets everything else pass. */
function toTheFirst(trouble: Trouble): Meddle {
	let isFirst = true;
	return async (call) => {
		if (!queues(call) || !isFirst) return undefined;
		isFirst = false;
		return await trouble(call);
	};
}

const sent = () =>
	proxied.calls.filter((line) => {
		const [method, path] = line.split(' ');
		return queues({ method, path });
	});

const [[, isBroken]] = lostAnswers;

test.each([
	...queueingOperations.map(([operation, form]) => ({
		operation,
		form,
		what: 'the connection breaks',
		trouble: isBroken,
	})),
	...lostAnswers.slice(1).flatMap(([what, trouble]) => [
		{ operation: 'invoice.create' as const, form: smallInvoice, what, trouble },
		{ operation: 'customer.query' as const, form: {}, what, trouble },
	]),
])(
	'after the service took it: $operation is queued once when $what',
	async ({ operation, form, trouble }) => {
		proxied.meddle(toTheFirst(afterTaking(trouble)));
		const connectionId = await service.newConnection();
		const run = await runOperation(proxied, operation, {
			connection: { ...byId(connectionId) },
			...form,
		});
		expect(run.error).toBeUndefined();
		const queued = await service.requestsOf(connectionId);
		expect(queued).toHaveLength(1);
		expect(run.items).toMatchObject([{ json: { id: queued[0].id }, pairedItem: { item: 0 } }]);
		expect(sent()).toHaveLength(1);
	},
);

test.each([queueingOperations[0], queueingOperations[2], queueingOperations[5]])(
	'before it reached the service: %s is sent again, as it was',
	async (operation, form) => {
		proxied.meddle(toTheFirst(() => Promise.resolve('drop')));
		const connectionId = await service.newConnection();
		const run = await runOperation(proxied, operation, {
			connection: { ...byId(connectionId) },
			...form,
		});
		const queued = await service.requestsOf(connectionId);
		expect(queued).toHaveLength(1);
		expect(run.items).toMatchObject([{ json: { id: queued[0].id } }]);
		const [first, second] = sent();
		expect(second).toBe(first);
	},
);

test.each(queueingOperations)(
	'%s arrives twice at once and is queued once',
	async (operation, form) => {
		proxied.meddle(
			toTheFirst(async ({ forward }) => {
				const [, second] = await Promise.all([forward(), forward()]);
				return second;
			}),
		);
		const connectionId = await service.newConnection();
		const run = await runOperation(proxied, operation, {
			connection: { ...byId(connectionId) },
			...form,
		});
		const [{ id }, ...others] = await service.requestsOf(connectionId);
		expect(others).toEqual([]);
		expect(run.items).toMatchObject([{ json: { id } }]);
	},
);

test('an answer that comes while the service is still at work: the request is found in the end', async () => {
	proxied.meddle(
		toTheFirst(async ({ forward }) => {
			setTimeout(() => void forward(), 1_000);
			return 'drop';
		}),
	);
	const connectionId = await service.newConnection();
	const run = await runOperation(proxied, 'invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
	});
	const queued = await service.requestsOf(connectionId);
	expect(queued).toHaveLength(1);
	expect(run.items).toMatchObject([{ json: { id: queued[0].id } }]);
});

describe('when the queue can not be looked through either', () => {
	const everythingAfter: () => Meddle = () => {
		let isLost = false;
		return async (call) => {
			if (queues(call)) {
				isLost = true;
				return await afterTaking(() => Promise.resolve('drop'))(call);
			}
			return isLost && call.path.includes('queued_requests') ? 'drop' : undefined;
		};
	};

	test.each([queueingOperations[0], queueingOperations[1], queueingOperations[5]])(
		'%s ends with an error that says so, and nothing is sent again',
		async (operation, form) => {
			proxied.meddle(everythingAfter());
			const connectionId = await service.newConnection();
			const run = await runOperation(proxied, operation, {
				connection: { ...byId(connectionId) },
				...form,
			});
			const unknown = {
				message: 'It is unknown whether this request was queued.',
				description: expect.stringMatching(
					/ECONNRESET.*It was not sent again.*Its request identifier is n8n-[\w-]+: look for it with Queued Request > Get Many/,
				),
				context: { itemIndex: 0, code: 'unknown_outcome' },
			};
			// A query harms nobody: it ends with what happened.
			const broken = {
				message: 'The connection to the service broke.',
				description: expect.stringContaining('could not be reached (ECONNRESET)'),
			};
			expect(run.error).toMatchObject(operation.endsWith('.query') ? broken : unknown);
			expect(sent()).toHaveLength(1);
			expect(await service.requestsOf(connectionId)).toHaveLength(1);
		},
	);

	test('the next try of the node takes over what was queued', async () => {
		proxied.meddle(everythingAfter());
		const connectionId = await service.newConnection();
		const form = { connection: { ...byId(connectionId) }, ...smallInvoice };
		const executionId = 'tried again';
		await runOperation(proxied, 'invoice.create', form, { executionId });
		proxied.meddle(() => Promise.resolve(undefined));
		const again = await runOperation(proxied, 'invoice.create', form, { executionId });
		const queued = await service.requestsOf(connectionId);
		expect(queued).toHaveLength(1);
		expect(again.items).toMatchObject([{ json: { id: queued[0].id } }]);
	});
});

test('as a tool of an agent, the next try takes over too, though n8n counts it as another run', async () => {
	const looksOfOneTry = 4 * 3;
	let looks = 0;
	const first = toTheFirst(afterTaking(() => Promise.resolve('drop')));
	proxied.meddle(async (call) => {
		if (queues(call)) return await first(call);
		const isLook = sent().length > 0 && call.path.includes('queued_requests');
		return isLook && ++looks <= looksOfOneTry ? 'drop' : undefined;
	});
	const connectionId = await service.newConnection();
	const { run, response } = await callTool({
		parameters: parametersFor('invoice.create', {
			connection: { ...byId(connectionId) },
			...smallInvoice,
		}),
		toolArguments: {},
		credentials: proxied.credentials,
		retryOnFail: true,
	});
	expect(run.error).toBeUndefined();
	expect(looks).toBeGreaterThan(looksOfOneTry);
	const queued = await service.requestsOf(connectionId);
	expect(queued).toHaveLength(1);
	expect(response).toMatchObject([{ id: queued[0].id }]);
});

test('an invoice whose answer is lost every time is queued once, and so are the others', async () => {
	let number = 0;
	const third = afterTaking(() => Promise.resolve('drop'));
	proxied.meddle(async (call) =>
		queues(call) && ++number % 3 === 0 ? await third(call) : undefined,
	);
	const connectionId = await service.newConnection();
	const numbers = Array.from({ length: 12 }, (_, index) => `B-${index}`);
	const run = await runOperation(
		proxied,
		'invoice.create',
		{
			connection: { ...byId(connectionId) },
			...smallInvoice,
			additionalFields: { refNumber: '={{ $json.number }}' },
		},
		{ items: numbers.map((each) => ({ number: each })) },
	);
	expect(run.error).toBeUndefined();
	const queued = await service.requestsOf(connectionId);
	expect(queued.map(({ request_xml: xml }) => /<RefNumber>(.*?)</.exec(xml)?.[1])).toEqual(numbers);
	expect(run.items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
		queued.map(({ id }, item) => [id, { item }]),
	);
});
