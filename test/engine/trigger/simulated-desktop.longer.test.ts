import type { IDataObject } from 'n8n-workflow';

import { createDesktopHost } from '../../../simulator/host';
import { useLocalService } from '../support/local-service';
import { byId, runOperation } from '../support/run-operation';
import { useMovableClock } from './support/movable-clock';
import {
	changedRecords,
	closeWorkflows,
	publishedTrigger,
	storedStaticData,
} from './support/published-trigger';
import { untilDelivered, untilRuns } from './support/runs';
import { startedSchedule } from './support/schedule';

const clock = useMovableClock('2026-07-01T15:00:00Z');
const desktops = createDesktopHost();
const service = useLocalService({ webhookTries: [0], desktops });
afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

const companyOf = (connectionId: string) => desktops.desktop(connectionId).company;

/** Has the desktop's clock stand at a moment: what it writes is of that second, however long a busy machine takes. */
function standAt(connectionId: string, moment: string): void {
	clock.at(moment);
	companyOf(connectionId).now = () => new Date(moment);
}

/** Somebody's request, which the desktop carries out, and its record. */
async function ask(connectionId: string, request: string): Promise<IDataObject | undefined> {
	const { error, items } = await runOperation(service, 'queuedRequest.create', {
		connection: byId(connectionId),
		requestFormat: 'xml',
		requestXml: `<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
		result: 'waitPolling',
	});
	expect(error).toBeUndefined();
	return items[0]?.json;
}

const IN_NEW_YORK = 'America/New_York';

/** A published trigger of changes on a computer in New York. */
async function published(connectionId: string, resource: string, timezone: string) {
	companyOf(connectionId).timeZone = IN_NEW_YORK;
	const parameters = changedRecords(connectionId, resource, {
		...{ schedule: 'cron', cronExpression: '0 * * * *' },
		...{ beginWith: 'now', splitIntoItems: true },
	});
	const { credentials } = service;
	const host = await publishedTrigger({ credentials, parameters, timezone });
	await host.activate();
	await untilDelivered(service, connectionId);
	const staticData = storedStaticData(host);
	const { tick } = await startedSchedule({
		...{ credentials, parameters, staticData, timezone },
	});
	/** A run at a moment, until it has been delivered. */
	const runAt = async (moment: string): Promise<void> => {
		clock.at(moment);
		const { length } = await untilRuns(service, connectionId, 1);
		tick();
		await untilRuns(service, connectionId, length + 1);
		await untilDelivered(service, connectionId);
	};
	return { host, runAt };
}

const customerMod = ({ ListID, EditSequence }: Record<string, unknown>, change: string): string =>
	`<CustomerModRq><CustomerMod><ListID>${String(ListID)}</ListID><EditSequence>${String(EditSequence)}</EditSequence>${change}</CustomerMod></CustomerModRq>`;

test.each([[IN_NEW_YORK], ['UTC'], ['America/Phoenix'], ['Australia/Sydney']])(
	'in summer each change comes once, somebody made inactive too, and no balance: workflow in %s',
	async (timezone) => {
		const connectionId = await service.newConnection();
		const { customers } = companyOf(connectionId);
		const [first, second, third] = customers.filter(({ IsActive }) => IsActive === 'true');
		const { host, runAt } = await published(connectionId, 'customer', timezone);
		const handed = async () =>
			(await host.nextRun()).items.map(({ json }) => [json.ListID, json.IsActive]);

		clock.at('2026-07-01T15:20:00Z');
		await ask(connectionId, customerMod({ ...first }, '<IsActive>false</IsActive>'));
		await runAt('2026-07-01T16:00:00Z');
		expect(await handed()).toEqual([[first.ListID, false]]);

		clock.at('2026-07-01T16:59:00Z');
		await ask(connectionId, customerMod({ ...second }, '<Phone>1</Phone>'));
		await ask(
			connectionId,
			`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><ListID>${third.ListID}</ListID></CustomerRef><TotalAmount>5.00</TotalAmount><IsAutoApply>true</IsAutoApply></ReceivePaymentAdd></ReceivePaymentAddRq>`,
		);
		await runAt('2026-07-01T17:00:00Z');
		// What was handed over before is not, nor is the one whose balance has moved.
		expect(await handed()).toEqual([[second.ListID, true]]);

		await runAt('2026-07-01T18:00:00Z');
		clock.at('2026-07-01T18:30:00Z');
		await ask(connectionId, customerMod({ ...third }, '<Phone>1</Phone>'));
		await runAt('2026-07-01T19:00:00Z');
		expect(await handed()).toEqual([[third.ListID, true]]);
	},
);

describe.each([
	['class.query', 'Class', 'Name'],
	// It has an endpoint of its own at the service.
	['customer.query', 'Customer', 'FullName'],
] as const)('until when a period of changes lasts: %s', (query, type, name) => {
	const added = async (timeZone: string, at: string): Promise<string> => {
		const connectionId = await service.newConnection();
		companyOf(connectionId).timeZone = timeZone;
		standAt(connectionId, at);
		await ask(
			connectionId,
			`<${type}AddRq><${type}Add><Name>Added</Name></${type}Add></${type}AddRq>`,
		);
		return connectionId;
	};

	const until = async (
		connectionId: string,
		modifiedBefore: string,
		{
			timezone = 'UTC',
			options = {},
			...more
		}: { timezone?: string; options?: IDataObject; returnAll?: boolean; limit?: number } = {},
	) => {
		const run = await runOperation(
			service,
			query,
			{
				connection: byId(connectionId),
				filters: { modifiedAfter: '2026-01-01T00:00:00Z', modifiedBefore },
				result: 'waitPolling',
				returnAll: true,
				options,
				...more,
			},
			{ settings: { timezone } },
		);
		expect(run.error).toBeUndefined();
		return run.items.map(({ json }) => json);
	};

	test.each([['UTC'], [IN_NEW_YORK], ['America/Phoenix'], ['Europe/Berlin']])(
		'in summer none of the last hour is missing, with the workflow in %s',
		async (timezone) => {
			const connectionId = await added(IN_NEW_YORK, '2026-07-01T16:30:00Z');
			const found = await until(connectionId, '2026-07-01T16:30:00Z', { timezone });
			expect(found.map((json) => json[name])).toEqual(['Added']);
			expect(await until(connectionId, '2026-07-01T16:29:59Z', { timezone })).toEqual([]);
		},
	);

	test.each([
		// The other way round, nobody can know that it is winter.
		[IN_NEW_YORK, '2026-01-15T16:30:00Z', true],
		['America/Los_Angeles', '2026-01-15T16:30:00Z', true],
		['Europe/Berlin', '2026-01-15T16:30:00Z', true],
		['America/Phoenix', '2026-07-01T16:30:00Z', false],
		['Australia/Brisbane', '2026-01-15T16:30:00Z', false],
		['Australia/Brisbane', '2026-07-01T16:30:00Z', true],
	])('of %s at %s, whether what is too much is known: %s', async (timeZone, at, isKnown) => {
		const connectionId = await added(timeZone, at);
		const justBefore = at.replace('16:30:00', '16:29:59');
		const long = at.replace('16:30:00', '15:29:59');
		expect(await until(connectionId, at)).toHaveLength(1);
		expect(await until(connectionId, justBefore)).toHaveLength(isKnown ? 0 : 1);
		expect(await until(connectionId, long)).toEqual([]);
	});

	test('a limit counts only what was changed until then', async () => {
		const connectionId = await added(IN_NEW_YORK, '2026-01-15T16:30:00Z');
		const another = async (named: string) =>
			await ask(
				connectionId,
				`<${type}AddRq><${type}Add><Name>${named}</Name></${type}Add></${type}AddRq>`,
			);
		await another('Another');
		standAt(connectionId, '2026-01-15T14:00:00Z');
		await another('Before');
		const limited = { returnAll: false, limit: 1 };
		const found = await until(connectionId, '2026-01-15T16:29:59Z', limited);
		expect(found.map((json) => json[name])).toEqual(['Before']);
	});

	test('in the summer of the south', async () => {
		const connectionId = await added('Australia/Sydney', '2026-01-15T16:30:00Z');
		expect(await until(connectionId, '2026-01-15T16:30:00Z')).toHaveLength(1);
		expect(await until(connectionId, '2026-01-15T16:29:59Z')).toEqual([]);
	});

	test('chosen fields stay those that were chosen', async () => {
		const connectionId = await added(IN_NEW_YORK, '2026-01-15T16:30:00Z');
		const options = { fields: [name] };
		expect(await until(connectionId, '2026-01-15T16:30:00Z', { options })).toEqual([
			{ [name]: 'Added' },
		]);
		expect(await until(connectionId, '2026-01-15T16:29:59Z', { options })).toEqual([]);
	});
});

test.each([
	['2026-07-01T16:30:00Z', '2026-07-01T16:29:59Z'],
	// In winter, an hour too much comes, and is left out here.
	['2026-01-15T16:30:00Z', '2026-01-15T16:29:59Z'],
])('deletions until %s, with the workflow in another zone', async (at, justBefore) => {
	const connectionId = await service.newConnection();
	companyOf(connectionId).timeZone = IN_NEW_YORK;
	standAt(connectionId, at);
	const added = await ask(
		connectionId,
		'<ClassAddRq><ClassAdd><Name>Added</Name></ClassAdd></ClassAddRq>',
	);
	await ask(
		connectionId,
		`<ListDelRq><ListDelType>Class</ListDelType><ListID>${String(added?.ListID)}</ListID></ListDelRq>`,
	);
	const until = async (deletedBefore: string) => {
		const run = await runOperation(service, 'deletedRecord.query', {
			connection: byId(connectionId),
			filters: { deletedAfter: '2026-01-01T00:00:00Z', deletedBefore },
			result: 'waitPolling',
		});
		expect(run.error).toBeUndefined();
		return run.items.length;
	};
	expect(await until(at)).toBe(1);
	expect(await until(justBefore)).toBe(0);
});
