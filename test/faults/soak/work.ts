import { setTimeout as delay } from 'node:timers/promises';

import type { CredentialReference, N8nClient } from '../../../n8n/clients/n8n';
import { failureOf, itemsOf } from '../../../n8n/clients/n8n';
import type { ServiceClient } from '../../../n8n/clients/service';
import type { SingleN8n } from '../../../n8n/stack/single';
import { touch } from '../../../simulator/company/identifiers';
import { type Office, openOffice } from '../../support/office';
import { importTrigger, type TriggerWorkflow } from '../../support/trigger-workflow';
import {
	byId,
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	SYNC,
	syncNode,
} from '../../support/workflows';

/** Something that is done again and again, beside everything else. */
interface Chore {
	name: string;
	/** The pause after each time, in milliseconds. */
	every: number;
	/** @throws when it went wrong, which ends the run */
	once(): Promise<void>;
}

export interface Workplace {
	n8n: SingleN8n;
	service: ServiceClient;
	credential: CredentialReference;
}

/** More invoices than these are not kept in the company file, which would grow with every order. */
const KEPT_INVOICES = 400;
const VENDORS_A_PAGE = 10;
const ORDERS_AT_ONCE = 3;

async function orders({ n8n, credential }: Workplace, office: Office): Promise<Chore> {
	const workflow = await n8n.client.importWorkflow(
		chainOf(
			'Orders',
			itemsNode(ordersOf(5, 'N')),
			syncNode(createInvoice(office.connectionId, { result: 'waitSuspended' })),
		),
		[credential],
	);
	return {
		name: 'orders written and waited for',
		every: 500,
		async once() {
			const execution = await n8n.client.runWorkflow(workflow, START);
			const failure = failureOf(execution);
			if (failure !== undefined) throw new Error(failure);
			if (itemsOf(execution, SYNC).length !== 5) throw new Error('Invoices are missing.');
			const { invoices } = office.company;
			invoices.splice(0, Math.max(0, invoices.length - KEPT_INVOICES));
		},
	};
}

const pages = ({ service }: Workplace, office: Office, { url }: TriggerWorkflow): Chore => ({
	name: 'queries with pages delivered',
	every: 500,
	async once() {
		const query = new URLSearchParams({
			webhook_url: url,
			iterate: 'true',
			max_returned: String(VENDORS_A_PAGE),
		});
		const { id } = await service.call<{ id: string }>(
			'GET',
			`/connections/${office.connectionId}/vendors?${query.toString()}`,
		);
		await service.waitForDeliveryTry(id);
	},
});

function searches({ n8n, credential }: Workplace, office: Office): Chore {
	const search = async (client: N8nClient, methodName: string) =>
		await client.call<{ results: object[] }>(
			'POST',
			'/dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.connection',
				nodeTypeAndVersion: { name: 'n8n-nodes-accounting-sync.accountingSync', version: 1 },
				methodName,
				currentNodeParameters: createInvoice(office.connectionId),
				credentials: { accountingSyncApi: { id: credential.id, name: credential.name } },
				filter: '',
			},
		);
	return {
		name: 'lists searched',
		every: 1000,
		async once() {
			const { results } = await search(n8n.client, 'searchConnections');
			if (results.length === 0) throw new Error('The list of connections is empty.');
		},
	};
}

/** A desktop looks for work as often as this all the time; here somebody also changes a record now and then. */
const changes = (office: Office): Chore => ({
	name: 'customers changed',
	every: 5000,
	async once() {
		const [customer] = office.company.customers;
		touch(customer, new Date());
		await Promise.resolve();
	},
});

/** Sets up everything that an office does with n8n. */
export async function workAt(
	place: Workplace,
): Promise<{ chores: Chore[]; triggers: TriggerWorkflow[]; close(): Promise<void> }> {
	const { n8n, service, credential } = place;
	const office = await openOffice(service, 'Soak');
	const changed = await importTrigger(n8n, credential, 'Changes', {
		triggerOn: 'completedQuery',
		connection: byId(office.connectionId),
		queriedResource: 'customer',
		schedule: 'minutes',
		every: 1,
	});
	const completed = await importTrigger(n8n, credential, 'Pages', {
		triggerOn: 'completedRequest',
	});
	for (const workflow of [changed, completed]) await n8n.client.activate(workflow);
	await office.turnOn();
	return {
		chores: [
			...(await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, () => orders(place, office)))),
			pages(place, office, completed),
			searches(place, office),
			changes(office),
		],
		triggers: [changed, completed],
		close: async () => await office.turnOff(),
	};
}

/**
 * On a machine with much else to do n8n turns its editor away while its database is slow to answer, and a list says so
 * when it could not be had in the time that an editor waits for one.
 */
const isTurnedAway = (error: unknown): boolean =>
	error instanceof Error &&
	/^n8n answered .* with (503|500: .*The service did not answer in time\.)/.test(error.message);

/**
 * Does the chores side by side until the signal says so. One that there was no time for is done the next time.
 * @returns how often each was done
 */
export async function doChores(
	chores: readonly Chore[],
	stop: AbortSignal,
): Promise<Record<string, number>> {
	const done: Record<string, number> = {};
	await Promise.all(
		chores.map(async ({ name, every, once }) => {
			while (!stop.aborted) {
				const [outcome] = await Promise.allSettled([once()]);
				if (outcome.status === 'rejected' && !isTurnedAway(outcome.reason)) throw outcome.reason;
				const what = outcome.status === 'fulfilled' ? name : `${name}: there was no time`;
				done[what] = (done[what] ?? 0) + 1;
				await delay(every, undefined, { signal: stop }).catch(() => undefined);
			}
		}),
	);
	return done;
}
