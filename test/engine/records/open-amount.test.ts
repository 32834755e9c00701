import type { IDataObject } from 'n8n-workflow';

import { useServiceWithDesktops } from '../support/desktops';
import { queues, useProxiedService } from '../support/proxied-service';
import { byId, type OperationName, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);

const named = (value: string) => ({ __rl: true as const, mode: 'name', value });

/** Lets QuickBooks show another OpenAmount, as it is said to do because of a defect. */
function showsOpen(amount: string): void {
	proxied.meddle(async (call) => {
		const answer = await call.forward();
		const text = answer.body.toString('utf8');
		if (queues(call) || !text.includes('OpenAmount')) return answer;
		const shown: unknown = JSON.parse(text, (name, value: unknown) => {
			if (name === 'OpenAmount') return amount;
			return name === 'response_xml'
				? String(value).replace(/<OpenAmount>[^<]*/g, `<OpenAmount>${amount}`)
				: value;
		});
		return {
			status: answer.status,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify(shown)),
		};
	});
}

let connectionId: string;

async function run(operation: string, form: IDataObject): Promise<IDataObject> {
	const done = await runOperation(proxied, operation as OperationName, {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
		...form,
	});
	expect(done.error).toBeUndefined();
	expect(done.items).toHaveLength(1);
	return done.items[0].json;
}

async function bill(refNumber: string, paid?: string): Promise<string> {
	const vendorListId = named('A & B Lumber');
	const { TxnID } = await run('bill.create', {
		vendorListId,
		refNumber,
		expenseLines: { line: [{ accountListId: named('Office Supplies'), amount: '100.00' }] },
	});
	if (paid !== undefined) {
		await run('billPayment.create', {
			paidBy: 'check',
			payeeEntityListId: vendorListId,
			bankAccountListId: named('Checking'),
			bills: { line: [{ txnId: TxnID, paymentAmount: paid }] },
		});
	}
	return String(TxnID);
}

beforeEach(async () => {
	connectionId = await service.newConnection();
});

const find = async (options: IDataObject = {}) =>
	await run('bill.query', { filters: { refNumberContains: 'OPEN' }, options });

test('of a bill that is paid in part, the links say what is open', async () => {
	const txnId = await bill('OPEN', '40.00');
	showsOpen('90.00');
	expect(await run('bill.get', { txnId: byId(txnId) })).toMatchObject({ OpenAmount: '60.00' });
	const links = { includeLinkedTransactions: true };
	expect(await find(links)).toMatchObject({ OpenAmount: '60.00' });
	const some = ['AmountDue', 'OpenAmount', 'LinkedTxn'];
	expect(await find({ ...links, fields: [], otherFields: some })).toMatchObject({
		OpenAmount: '60.00',
	});
	// Without the links, nobody can know better, and what was chosen without them shows none.
	expect(await find()).toMatchObject({ OpenAmount: '90.00' });
	const without = ['AmountDue', 'OpenAmount'];
	expect(await find({ ...links, otherFields: without })).toMatchObject({ OpenAmount: '90.00' });
});

test('what certainly is not open is not shown', async () => {
	const txnId = await bill('OPEN', '40.00');
	showsOpen('812.00');
	expect(await find()).not.toHaveProperty('OpenAmount');
	expect(await run('bill.get', { txnId: byId(txnId) })).toMatchObject({ OpenAmount: '60.00' });
});

test('of a bill that is paid, nothing is open', async () => {
	await bill('OPEN', '100.00');
	showsOpen('90.00');
	expect(await find()).toMatchObject({ OpenAmount: '0.00', IsPaid: true });
});
