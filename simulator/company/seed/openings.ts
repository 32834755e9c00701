import Big from 'big.js';

import { decimal, formatAmount, formatQuantity } from '../amounts';
import { carryOut } from '../changes';
import { addDays, formatDate } from '../dates';
import { referenceTo } from '../identifiers';
import { listKinds } from '../lists/kinds';
import { addRecord } from '../lists/write';
import { stockValueOf } from '../postings';
import { specialAccount } from '../transactions/accounts';
import type { Draft } from '../transactions/kind';
import { transactionKinds } from '../transactions/kinds';
import { addTransaction } from '../transactions/write';
import type { Company, Item, Vendor } from '../types';
import type { RecordContent } from '../value-types';

/** Writes a transaction of the seed. */
export function seedTransaction(company: Company, name: string, draft: Draft, created: Date) {
	const kind = transactionKinds.get(name);
	if (kind === undefined) throw new Error(`There is no kind of transaction ${name}.`);
	return carryOut(() => addTransaction(company, kind, draft, created));
}

/** Notes what is to be in stock at the end, and empties the shelves. */
export function takeStock({ items }: Company): Map<Item, string> {
	const stock = new Map<Item, string>();
	for (const item of items) {
		if (item.QuantityOnHand === undefined) continue;
		stock.set(item, item.QuantityOnHand);
		item.QuantityOnHand = '0';
	}
	return stock;
}

/** Books as much stock at the beginning that, after all sales, there is what was noted, at the average cost. */
export function openStock(company: Company, stock: Map<Item, string>, opened: Date): void {
	if (stock.size === 0) return;
	const lines = [...stock].map(([item, quantity]): RecordContent => {
		const left = decimal(quantity);
		const value = left.times(decimal(item.AverageCost ?? '0'));
		return {
			ItemRef: referenceTo(item),
			ValueAdjustment: {
				QuantityDifference: formatQuantity(left.minus(decimal(item.QuantityOnHand ?? '0'))),
				ValueDifference: formatAmount(value.minus(stockValueOf(item))),
			},
		};
	});
	seedTransaction(
		company,
		'InventoryAdjustment',
		{
			fields: {
				AccountRef: referenceTo(specialAccount(company, 'OpeningBalanceEquity')),
				TxnDate: formatDate(opened),
				Memo: 'Opening balance',
			},
			lines: {
				InventoryAdjustmentLineRet: lines.map((given) => ({
					element: 'InventoryAdjustmentLineAdd',
					given,
				})),
			},
		},
		opened,
	);
}

const WEEK = 7;
const MOST_WEEKS = 16;

function openVendor(company: Company, vendor: Vendor, date: string): void {
	const { Balance, TimeModified, EditSequence } = vendor;
	vendor.Balance = formatAmount(new Big(0));
	if (decimal(Balance).eq(0)) return;
	const given = {
		AccountRef: referenceTo(specialAccount(company, 'UncategorizedExpenses')),
		Amount: Balance,
		Memo: 'Opening balance',
	};
	seedTransaction(
		company,
		'Bill',
		{
			fields: { VendorRef: referenceTo(vendor), TxnDate: date, Memo: 'Opening balance' },
			lines: { ExpenseLineRet: [{ element: 'ExpenseLineAdd', given }] },
		},
		new Date(`${date}T12:00:00Z`),
	);
	Object.assign(vendor, { TimeModified, EditSequence });
}

/** Books what each vendor is owed, as bills of the last months. */
export function openVendors(company: Company, end: Date): void {
	company.vendors.forEach((vendor, index) => {
		const weeks = (index % MOST_WEEKS) + 1;
		openVendor(company, vendor, addDays(formatDate(end), -weeks * WEEK));
	});
}

/** Those who work there. */
export function createPeople(company: Company, created: Date): void {
	const add = (name: string, given: RecordContent): void => {
		const kind = listKinds.get(name);
		if (kind) carryOut(() => addRecord(company, kind, given, created));
	};
	add('Employee', { FirstName: 'Dan', LastName: 'Miller', JobTitle: 'Foreman' });
	add('Employee', { FirstName: 'Elisabeth', MiddleName: 'N.', LastName: 'Mason' });
	add('OtherName', { Name: 'Harbor, Anna', CompanyName: 'Owner' });
	add('Vehicle', { Name: 'Service Van', Desc: 'White, with a rack' });
	const [miller] = company.employees;
	add('SalesRep', { Initial: 'DM', SalesRepEntityRef: referenceTo(miller) });
	add('PriceLevel', { Name: 'Trade', PriceLevelFixedPercentage: '-10.00' });
	add('UnitOfMeasureSet', {
		Name: 'Count in dozens',
		UnitOfMeasureType: 'Count',
		BaseUnit: { Name: 'each', Abbreviation: 'ea' },
		RelatedUnit: [{ Name: 'dozen', Abbreviation: 'dz', ConversionRatio: '12.00' }],
	});
}
