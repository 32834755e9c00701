import { addressBlock } from '../addresses';
import { listRecord, referenceTo } from '../identifiers';
import type { Random } from '../random';
import type { Company, Customer } from '../types';
import { createAddress, createEmail, createPhone } from './addresses';
import {
	customerJobs,
	customerNames,
	foreignCustomers,
	inactiveCustomers,
	untaxedCustomers,
} from './customer-names';

type Needs = Pick<Company, 'currencies' | 'salesTaxCodes' | 'terms' | 'classes' | 'items'>;

const HOUR = 3_600_000;

/** A name such as `Cook, Brian` is a person; any other name is a company. */
function nameParts(name: string): Pick<Customer, 'FirstName' | 'LastName' | 'CompanyName'> {
	const [LastName, FirstName] = name.split(', ');
	return FirstName === undefined ? { CompanyName: name } : { FirstName, LastName };
}

function createCustomer(lists: Needs, random: Random, index: number, created: Date): Customer {
	const name = customerNames[index] ?? `Customer ${String(index + 1).padStart(5, '0')}`;
	const address = createAddress(random, name);
	const shipsElsewhere = random.chance(30);
	const shipAddress = shipsElsewhere ? createAddress(random, name) : address;
	const taxItems = lists.items.filter(({ kind }) => kind === 'ItemSalesTaxRet');
	const taxCode = lists.salesTaxCodes[untaxedCustomers.includes(index) ? 1 : 0];
	return {
		...listRecord('customers', index, name, created),
		IsActive: String(!inactiveCustomers.includes(index)),
		FullName: name,
		Sublevel: '0',
		...(random.chance(40) && { ClassRef: referenceTo(random.pick(lists.classes)) }),
		...nameParts(name),
		BillAddress: address,
		BillAddressBlock: addressBlock(address),
		ShipAddress: shipAddress,
		ShipAddressBlock: addressBlock(shipAddress),
		Phone: createPhone(random),
		Email: createEmail(name),
		TermsRef: referenceTo(random.pick(lists.terms)),
		Balance: '0.00',
		TotalBalance: '0.00',
		SalesTaxCodeRef: referenceTo(taxCode),
		ItemSalesTaxRef: referenceTo(taxItems[index % 3]),
		...(random.chance(60) && { AccountNumber: `C-${1000 + index}` }),
		...(random.chance(25) && { CreditLimit: `${random.integer(1, 20) * 50_000}.00` }),
		JobStatus: 'None',
		CurrencyRef: referenceTo(lists.currencies[foreignCustomers[index] ?? 0]),
	};
}

/** A job is a customer below another one. It shares that customer's address, terms and tax. */
const createJob = (
	random: Random,
	parent: Customer,
	job: { index: number; name: string; created: Date },
): Customer => ({
	...parent,
	...listRecord('customers', job.index, job.name, job.created),
	FullName: `${parent.FullName}:${job.name}`,
	ParentRef: referenceTo(parent),
	Sublevel: '1',
	AccountNumber: undefined,
	CreditLimit: undefined,
	JobStatus: random.pick(['Awarded', 'InProgress', 'Closed']),
	JobDesc: `${job.name}, as agreed`,
});

/** The customers in the order of their ListIDs; jobs come after all customers. */
export function createCustomers(
	lists: Needs,
	random: Random,
	options: { count: number; from: Date },
): Customer[] {
	const jobs = customerJobs.filter(([parent]) => parent < options.count);
	const createdAt = (index: number): Date => new Date(options.from.getTime() + index * HOUR);
	const top = Array.from({ length: Math.max(1, options.count - jobs.length) }, (_, index) =>
		createCustomer(lists, random, index, createdAt(index)),
	);
	return [
		...top,
		...jobs
			.filter(([parent]) => parent < top.length)
			.map(([parent, name], place) => {
				const index = top.length + place;
				return createJob(random, top[parent], { index, name, created: createdAt(index) });
			}),
	];
}
