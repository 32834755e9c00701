import Big from 'big.js';

import { decimal, formatAmount, percentOf } from '../amounts';
import { formatDate } from '../dates';
import { referenceTo } from '../identifiers';
import type { Random } from '../random';
import type { Transaction } from '../sale-types';
import type { Company, Customer, Item } from '../types';
import type { RecordContent } from '../value-types';
import { customField } from './custom-fields';
import { seedTransaction } from './openings';

const DAY = 86_400_000;
const MINUTE = 60_000;
const DAYS_OF_TRADE = 730;

const memos = [
	'Thank you for your business!',
	'Deliver to the rear entrance & ring twice',
	'Angebot geprüft – wie besprochen',
	'Net of "old" stock <see list>',
	"Owner's copy",
];

/** The times of the sales, spread evenly over the two years before the end, within office hours. */
const spread = (random: Random, count: number, end: Date): Date[] =>
	Array.from({ length: count }, (_, index) => {
		const day = Math.floor((index * DAYS_OF_TRADE) / count);
		const time = (9 * 60 + random.integer(0, 8 * 60)) * MINUTE;
		return new Date(end.getTime() - (DAYS_OF_TRADE - day) * DAY + time);
	});

const createLines = (
	random: Random,
	goods: Item[],
	most: { lines: number; quantity: number },
): RecordContent[] =>
	Array.from({ length: random.integer(1, most.lines) }, () => {
		const item = random.pick(goods);
		const whole = random.integer(1, most.quantity);
		const isBroken = random.chance(20);
		return {
			ItemRef: referenceTo(item),
			Quantity: isBroken ? `${whole}.${random.pick(['25', '5', '75'])}` : `${whole}`,
		};
	});

/** Older invoices are mostly paid, newer ones mostly not, and a few are partly paid. */
function settle(
	company: Company,
	random: Random,
	sold: { customer: Customer; invoice: Transaction; created: Date; number: number; end: Date },
): void {
	const total = decimal(String(sold.invoice.BalanceRemaining));
	const received = new Date(sold.created.getTime() + random.integer(5, 45) * DAY);
	if (received >= sold.end || !random.chance(90) || total.lte(0)) return;
	const amount = random.chance(8) ? percentOf(total, new Big(40)) : total;
	seedTransaction(
		company,
		'ReceivePayment',
		{
			fields: {
				CustomerRef: referenceTo(sold.customer),
				TxnDate: formatDate(received),
				RefNumber: String(20_000 + sold.number),
				AppliedToTxnAdd: [{ TxnID: sold.invoice.TxnID, PaymentAmount: formatAmount(amount) }],
			},
			lines: {},
		},
		received,
	);
}

/** A sale of the seed, with its lines under the names that its kind has for them. */
function createSale(
	company: Company,
	kind: 'Invoice' | 'CreditMemo',
	sale: { customer: Customer; lines: RecordContent[]; fields: RecordContent },
	created: Date,
): Transaction {
	const lines = sale.lines.map((given) => ({ element: `${kind}LineAdd`, given }));
	return seedTransaction(
		company,
		kind,
		{
			fields: { CustomerRef: referenceTo(sale.customer), ...sale.fields },
			lines: { [`${kind}LineRet`]: lines },
		},
		created,
	);
}

/** Two years of invoices and credit memos, numbered from 1001 and from 501. */
export function createSales(
	company: Company,
	random: Random,
	options: { invoices: number; creditMemos: number; end: Date },
): void {
	const { end } = options;
	const customers = company.customers.filter(({ IsActive }) => IsActive === 'true');
	const goods = company.items.filter(
		({ kind, IsActive }) =>
			IsActive === 'true' &&
			['ItemServiceRet', 'ItemNonInventoryRet', 'ItemInventoryRet'].includes(kind),
	);
	const [discount] = company.items.filter(({ kind }) => kind === 'ItemDiscountRet');
	spread(random, options.invoices, end).forEach((created, index) => {
		const customer = random.pick(customers);
		const lines = createLines(random, goods, { lines: 5, quantity: 12 });
		const invoice = createSale(
			company,
			'Invoice',
			{
				customer,
				lines: random.chance(10) ? [...lines, { ItemRef: referenceTo(discount) }] : lines,
				fields: {
					RefNumber: String(1001 + index),
					...(random.chance(30) && { ClassRef: referenceTo(random.pick(company.classes)) }),
					...(random.chance(40) && { PONumber: `PO-${random.integer(100, 9999)}` }),
					...(random.chance(35) && { Memo: random.pick(memos) }),
				},
			},
			created,
		);
		if (random.chance(25)) {
			invoice.DataExtRet = [customField('Project Code', `P${random.integer(10, 99)}`)];
		}
		settle(company, random, { customer, invoice, created, number: index + 1, end });
	});
	spread(random, options.creditMemos, end).forEach((created, index) => {
		createSale(
			company,
			'CreditMemo',
			{
				customer: random.pick(customers),
				lines: createLines(random, goods, { lines: 2, quantity: 2 }),
				fields: {
					RefNumber: String(501 + index),
					...(random.chance(35) && { Memo: random.pick(memos) }),
				},
			},
			created,
		);
	});
}
