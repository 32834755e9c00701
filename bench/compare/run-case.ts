import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { runWorkflow } from '../../test/engine/harness';
import { growthOfThisProcess } from '../support/memory';
import type { Round } from './measure';
import { type PlayedInvoice, playService } from './played-service';

// One round of one case, in a process of its own, so that its memory is that of nobody else.

const FIRST_DAY = Date.UTC(2025, 0, 1);
const DAY = 24 * 60 * 60_000;

const dayOf = (index: number): string =>
	new Date(FIRST_DAY + (index % 365) * DAY).toISOString().slice(0, 10);
const totalOf = (index: number): string => `${100 + (index % 900)}.${10 + (index % 90)}`;

const invoicesOf = (count: number): PlayedInvoice[] =>
	Array.from({ length: count }, (_, index) => {
		const total = totalOf(index);
		const [id, date] = [`${index.toString(16)}-1735689600`, dayOf(index)];
		return {
			date,
			xml: `<InvoiceRet><TxnID>${id}</TxnID><CustomerRef><ListID>8000${index % 500}-1735689600</ListID><FullName>Customer ${index % 500}</FullName></CustomerRef><TxnDate>${date}</TxnDate><RefNumber>${index}</RefNumber><Subtotal>${total}</Subtotal><SalesTaxTotal>0.00</SalesTaxTotal><BalanceRemaining>0.00</BalanceRemaining></InvoiceRet>`,
		};
	});

/** One order in a hundred is missing in the books, one in a hundred has another total. */
const ordersOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		number: index % 100 === 1 ? `shop-${index}` : String(index),
		customer: `Customer ${index % 500}`,
		total: index % 100 === 2 ? '1.00' : totalOf(index),
	}));

const connection = { __rl: true, mode: 'id', value: randomUUID() };

const parameters = {
	resource: 'books',
	operation: 'compare',
	connection,
	recordType: 'invoice',
	transactionDateFrom: '2025-01-01',
	transactionDateTo: '2025-12-31',
	matchBy: 'number',
	number: '={{ $json.number }}',
	customerOrVendor: '={{ $json.customer }}',
	orderTotal: '={{ $json.total }}',
	result: 'waitPolling',
};

async function compareOrders(orders: number, window: string, baseUrl: string): Promise<void> {
	const run = await runWorkflow({
		nodes: [{ parameters: { ...parameters, options: { askInWindows: window } } }],
		items: ordersOf(orders).map((json) => ({ json })),
		credentials: { accountingSyncApi: { baseUrl, apiKey: 'bench' } },
	});
	if (run.error) throw run.error;
	const counts = { missing: 0, different: 0, same: 0 };
	for (const { json } of run.items) counts[json.status as keyof typeof counts] += 1;
	const each = orders / 100;
	if (counts.missing !== each || counts.different !== each || counts.same !== orders - 2 * each) {
		throw new Error(`Not what the orders are: ${JSON.stringify(counts)}`);
	}
}

/** Makes n8n load what it needs, which is nobody's time and memory. */
const FEW = 100;

async function runRound(orders: number, window: string): Promise<Round> {
	const first = await playService(invoicesOf(FEW));
	await compareOrders(FEW, window, first.baseUrl);
	await first.close();
	const service = await playService(invoicesOf(orders));
	const before = process.cpuUsage();
	const megabytes = await growthOfThisProcess(
		async () => await compareOrders(orders, window, service.baseUrl),
	);
	const { user, system } = process.cpuUsage(before);
	await service.close();
	return {
		seconds: (user + system) / 1e6,
		megabytes,
	};
}

const [, , orders, window] = process.argv;

void runRound(Number(orders), window).then((round) => {
	process.send?.(round, () => process.exit());
});
