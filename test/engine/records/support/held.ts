import { recordsOf } from '../../../../simulator/company/lists/kind';
import { listKinds } from '../../../../simulator/company/lists/kinds';
import { transactionKinds } from '../../../../simulator/company/transactions/kinds';
import type { Company } from '../../../../simulator/company/types';
import type { Held } from './filter-cases';

/** The records of a type that a company file holds, by the type's name in qbXML. */
export function heldOf(company: Company, type: string): readonly Held[] {
	const kind = transactionKinds.get(type);
	if (kind) return company[kind.list] as unknown as Held[];
	const list = listKinds.get(type);
	if (list) return recordsOf(company, list) as unknown as Held[];
	throw new Error(`The simulated company file keeps no ${type}.`);
}

/** What the records of a company file add up to. */
export const booksOf = ({ accounts, customers, vendors, items }: Company): unknown => ({
	accounts: accounts.map(({ FullName, Balance, TotalBalance }) => [
		FullName,
		Balance,
		TotalBalance,
	]),
	parties: [...customers, ...vendors].map(({ Name, Balance }) => [Name, Balance]),
	stock: items.map(({ Name, QuantityOnHand, booked }) => [Name, QuantityOnHand, booked?.value]),
});
