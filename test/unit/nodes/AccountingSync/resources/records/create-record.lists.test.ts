import type { IDataObject } from 'n8n-workflow';

import { requestOf } from '../../../../support/request-of';
import { byName, written } from '../../../../support/written';

const documents: Array<
	[resource: string, operation: string, values: IDataObject, request: string]
> = [
	[
		'vendor',
		'create',
		{
			name: 'Bayshore CalOil Service',
			additionalFields: {
				vendorAddress: { address: { addr1: 'Bayshore CalOil', city: 'Bayshore' } },
				isVendorEligibleFor1099: true,
				prefillAccounts: {
					references: [{ listId: byName('Fuel') }, { listId: '80000002-1' }],
				},
			},
		},
		'<VendorAddRq><VendorAdd><Name>Bayshore CalOil Service</Name><VendorAddress><Addr1>Bayshore CalOil</Addr1><City>Bayshore</City></VendorAddress><IsVendorEligibleFor1099>true</IsVendorEligibleFor1099><PrefillAccountRef><FullName>Fuel</FullName></PrefillAccountRef><PrefillAccountRef><ListID>80000002-1</ListID></PrefillAccountRef></VendorAdd></VendorAddRq>',
	],
	[
		'account',
		'create',
		{ name: 'Toner', additionalFields: { parentListId: byName('Office'), openBalance: '5' } },
		'<AccountAddRq><AccountAdd><Name>Toner</Name><ParentRef><FullName>Office</FullName></ParentRef><AccountType>Expense</AccountType><OpenBalance>5.00</OpenBalance></AccountAdd></AccountAddRq>',
	],
	[
		'class',
		'create',
		{ name: 'Kitchen', additionalFields: { parentListId: byName('Remodel') } },
		'<ClassAddRq><ClassAdd><Name>Kitchen</Name><ParentRef><FullName>Remodel</FullName></ParentRef></ClassAdd></ClassAddRq>',
	],
	[
		'account',
		'query',
		{ filters: { accountTypes: ['Bank', 'CreditCard'], activeStatus: 'All', nameFrom: 'A' } },
		'<AccountQueryRq><MaxReturned>51</MaxReturned><ActiveStatus>All</ActiveStatus><NameRangeFilter><FromName>A</FromName></NameRangeFilter><AccountType>Bank</AccountType><AccountType>CreditCard</AccountType></AccountQueryRq>',
	],
	[
		'vendor',
		'query',
		{ filters: { balanceFrom: '100', currencyListIds: ['80000001-1'], email: 'a@example.com' } },
		'<VendorQueryRq><TotalBalanceFilter><Operator>GreaterThanEqual</Operator><Amount>100.00</Amount></TotalBalanceFilter><CurrencyFilter><ListID>80000001-1</ListID></CurrencyFilter></VendorQueryRq>',
	],
	[
		'employee',
		'get',
		{ listId: byName('Dan T. Miller') },
		'<EmployeeQueryRq><FullName>Dan T. Miller</FullName></EmployeeQueryRq>',
	],
	[
		'vendor',
		'delete',
		{ listId: '80000001-1' },
		'<ListDelRq><ListDelType>Vendor</ListDelType><ListID>80000001-1</ListID></ListDelRq>',
	],
];

test.each(documents)('%s: %s', (resource, operation, values, expected) => {
	expect(written(resource, operation, values)).toBe(expected);
});

test('a vendor query with what the endpoint has goes there', () => {
	expect(requestOf('vendor', 'query', { filters: { nameContains: 'oil' } })).toMatchObject({
		method: 'GET',
		query: { name: 'oil' },
	});
});

test.each(['account', 'class', 'employee'])(
	'%s: a part of the name and its bounds exclude each other',
	(resource) => {
		const filters = { nameContains: 'oil', nameTo: 'M' };
		expect(() => requestOf(resource, 'query', { filters })).toThrow(
			"Name Contains and Name To can't be used together.",
		);
	},
);

test('a type of account that there is not is refused', () => {
	expect(() => requestOf('account', 'query', { filters: { accountTypes: ['Cash'] } })).toThrow(
		'Account Types can\'t be "Cash".',
	);
});

test('a name that is too long is refused with its label', () => {
	expect(() => requestOf('class', 'create', { name: 'x'.repeat(32) })).toThrow(
		/^Class: Name .*\b31\b.* \(Name\)$/,
	);
});
