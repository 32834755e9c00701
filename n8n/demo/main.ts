import { parseArgs } from 'node:util';

import Table from 'cli-table3';

import { Cleanup } from '../processes/cleanup';
import type { RunningN8n } from '../stack/n8n-process';
import { startStack, type Step } from '../stack/start';
import { type CustomersEvent, followCustomers } from './follow-customers';
import { type Chain, type OrderResult, runOrders } from './run-orders';

// npm run demo: a real n8n creates invoices, through the local service, in a simulated company file.
// npm run demo -- --once: the same, but ends afterwards: with status 0, or 1 and a sentence if anything failed.

function say(line: string) {
	process.stdout.write(`${line}\n`);
}

function tableOf(results: OrderResult[]): string {
	const table = new Table({
		head: ['Reference number', 'Customer', 'Total', 'TxnID', 'Request state'],
		colAligns: ['left', 'left', 'right', 'left', 'left'],
		// Plain text reads the same in a terminal, a log and a test.
		style: { head: [], border: [] },
	});
	for (const { RefNumber, Customer, Total, TxnID, state } of results) {
		table.push([RefNumber, Customer, Total, TxnID, state]);
	}
	return table.toString();
}

const steps: Record<Step, string> = {
	service: '1/7  Starting the local service and the simulated desktop',
	pack: '2/7  Packing the package as it would be published',
	install: '3/7  Looking for the pinned n8n',
	n8n: '4/7  Installing the package into n8n by hand, and starting n8n',
	credential: '5/7  Creating and testing the credential',
};

interface Demo {
	n8n: RunningN8n;
	chain: Chain;
}

/** Everything up to the table; what it starts, it adds to `cleanup`. */
async function createInvoices(cleanup: Cleanup): Promise<Demo> {
	const { n8n, service, desktops, credential } = await startStack(
		{
			service: { simulate: 'at-once' },
			credentialName: 'Accounting Sync (demo)',
			onStep: (step) => say(steps[step]),
			report: (line) => say(`     ${line}`),
		},
		cleanup,
	);
	const test = await n8n.client.testCredential(credential);
	if (test.status !== 'OK') throw new Error(`n8n's test of the credential says: ${test.message}`);

	say('6/7  Importing "Create invoices from orders" and running it on workflows/orders.json');
	const connection = await service.createConnection('Harbor Construction (simulated)');
	desktops.stop(connection.id);
	say(
		"     The customer's desktop is off: n8n queues the invoices and puts the execution to sleep",
	);
	const turnDesktopOn = async () => {
		say('     The desktop is on: the service wakes the execution when the invoices are written');
		const setup = await service.setUpConnector(connection.id);
		desktops.start({ connectionId: connection.id, ...setup });
	};
	const chain: Chain = { client: n8n.client, credential, service, connection };
	const results = await runOrders(chain, turnDesktopOn);
	say('');
	say(tableOf(results));
	say(`n8n waited for these ${results.length} invoices, and each is in the company file.`);
	return { n8n, chain };
}

const NAMED_CUSTOMERS = 5;

function lineOf({ customers, failure }: CustomersEvent): string {
	const named = customers.slice(0, NAMED_CUSTOMERS).join(' · ');
	const more = customers.length - NAMED_CUSTOMERS;
	const time = new Date().toISOString().slice(11, 19);
	if (failure !== undefined) return `${time}  an execution ${failure}`;
	const count = `${customers.length} ${customers.length === 1 ? 'customer' : 'customers'}`;
	return `${time}  ${count} new or changed: ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Activates the trigger's example and prints its first event; the later ones can be printed by the caller. */
async function followFirst(
	cleanup: Cleanup,
	chain: Chain,
): Promise<AsyncGenerator<CustomersEvent>> {
	say('');
	say('7/7  Importing and activating "New and changed customers"');
	const stop = new AbortController();
	cleanup.add(() => stop.abort());
	const events = followCustomers(chain, stop.signal);
	const { done, value: first } = await events.next();
	// It has been stopped meanwhile.
	if (done) return events;
	if (first.failure !== undefined) {
		throw new Error(`The first execution of "New and changed customers" ${first.failure}`);
	}
	say(lineOf(first));
	return events;
}

function explain({ n8n: { address, owner }, chain: { service } }: Demo): void {
	say('');
	say(`n8n's editor   ${address}`);
	say(`   log in as   ${owner.email}`);
	say(`   password    ${owner.password}`);
	say(`The service    ${service.baseUrl}`);
	say('');
	say('What to try:');
	say(
		'  - Open "Create invoices from orders", give an order in the node "Orders" another number, execute it again.',
	);
	say('  - Replace "Create Invoice" by Invoice > Find and look at what is in the company file.');
	say('  - Create a customer with Customer > Create: within a minute or two it is printed here.');
	say('  - Queued Request > Get Many shows every request with its state and its qbXML.');
	say('');
	say('Ctrl+C ends n8n, the service and the desktop. Nothing is kept.');
}

function complain(error: unknown): void {
	const { message, cause } = error as Error;
	process.stderr.write(`\nThe demo failed: ${message}\n`);
	if (cause instanceof Error) process.stderr.write(`${cause.message}\n`);
	process.exitCode = 1;
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
	const cleanup = new Cleanup();
	const end = async () => {
		await cleanup.run().catch(complain);
		process.exit();
	};
	// Whoever stops it before it is done has no invoices.
	process.exitCode = 1;
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			say(`\n${signal}: stopping`);
			void end();
		});
	}

	try {
		const demo = await createInvoices(cleanup);
		const events = await followFirst(cleanup, demo.chain);
		process.exitCode = 0;
		if (!values.once) {
			explain(demo);
			for await (const event of events) say(lineOf(event));
		}
	} catch (error) {
		complain(error);
	}
	await end();
}

void main();
