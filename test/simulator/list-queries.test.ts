import { openDesk, pluck } from './support/ask';

const { ask, company } = openDesk();

const names = (filters: string): unknown[] =>
	pluck(ask(`<CustomerQueryRq>${filters}</CustomerQueryRq>`).records.CustomerRet, 'FullName');

const nameFilter = (criterion: string, name: string): string =>
	`<NameFilter><MatchCriterion>${criterion}</MatchCriterion><Name>${name}</Name></NameFilter>`;

describe('a query of customers', () => {
	it('answers the active ones, jobs below their customers', () => {
		const { records, statusCode, statusSeverity, statusMessage } = ask('<CustomerQueryRq/>');
		expect({ statusCode, statusSeverity, statusMessage }).toEqual({
			statusCode: '0',
			statusSeverity: 'Info',
			statusMessage: 'Status OK',
		});
		expect(records.CustomerRet).toHaveLength(57);
		expect(records.CustomerRet).toContainEqual(
			expect.objectContaining({
				FullName: 'Abercrombie & Daughters:Attic',
				Name: 'Attic',
				Sublevel: '1',
				ParentRef: { ListID: '80000001-1700000001', FullName: 'Abercrombie & Daughters' },
			}),
		);
	});

	it.each([
		['StartsWith', 'mÜller', ['Müller Bäckerei', 'Müller Bäckerei:Ofen-Umbau']],
		['Contains', 'bäckerei', ['Müller Bäckerei', 'Müller Bäckerei:Ofen-Umbau']],
		['EndsWith', 'ATTIC', ['Abercrombie & Daughters:Attic']],
	])('matches names: %s %s', (criterion, name, expected) => {
		expect(names(nameFilter(criterion, name))).toEqual(expected);
	});

	it('takes a range of names, both ends included', () => {
		const range = (from: string, to: string) =>
			`<NameRangeFilter><FromName>${from}</FromName><ToName>${to}</ToName></NameRangeFilter>`;
		expect(names(range('Baker, Chris', 'bayshore dental group'))).toEqual([
			'Bayshore Dental Group',
			'Baker, Chris',
			'Baker, Chris:Family Room',
		]);
		expect(names('<NameRangeFilter><FromName>Young</FromName></NameRangeFilter>')).toEqual([
			'Young, Inès',
		]);
	});

	it('tells active from inactive ones', () => {
		const inactive = ['Balak & Sons Roofing', 'Quinn; Quayle; Quist', 'Zurich 3% Club'];
		expect(names('<ActiveStatus>InactiveOnly</ActiveStatus>')).toEqual(inactive);
		expect(names('<ActiveStatus>All</ActiveStatus>')).toHaveLength(60);
		expect(names('<ActiveStatus>ActiveOnly</ActiveStatus>')).toHaveLength(57);
	});

	it('answers only the elements asked for, in the record’s order', () => {
		const { records } = ask(
			'<CustomerQueryRq><MaxReturned>1</MaxReturned><IncludeRetElement>Balance</IncludeRetElement><IncludeRetElement>ListID</IncludeRetElement></CustomerQueryRq>',
		);
		expect(records.CustomerRet.map(Object.keys)).toEqual([['ListID', 'Balance']]);
	});

	it('answers custom fields of the owner that is named, and of no other', () => {
		const query = (owner: string) =>
			ask(`<CustomerQueryRq><ListID>80000001-1700000001</ListID>${owner}</CustomerQueryRq>`).records
				.CustomerRet[0];
		expect(query('')).not.toHaveProperty('DataExtRet');
		expect(query('<OwnerID>{7d543f23-f3b1-4dea-8ff4-37bd26d15e6c}</OwnerID>')).not.toHaveProperty(
			'DataExtRet',
		);
		expect(query('<OwnerID>0</OwnerID>').DataExtRet).toEqual([
			{ OwnerID: '0', DataExtName: 'Route', DataExtType: 'STR255TYPE', DataExtValue: 'North' },
			expect.objectContaining({ DataExtName: 'Contract No.' }),
		]);
	});

	it('filters by currency, class and balance', () => {
		const inEuro = names('<CurrencyFilter><FullName>Euro</FullName></CurrencyFilter>');
		expect(inEuro).toEqual([
			'Brasserie Générale SARL',
			'Großmann + Söhne KG',
			'Smørrebrød & Sønner ApS',
		]);
		const classes = (filter: string) => names(`<ClassFilter>${filter}</ClassFilter>`).length;
		expect(classes('<FullNameWithChildren>Residential</FullNameWithChildren>')).toBe(
			classes('<FullName>Residential</FullName><FullName>Residential:Repairs</FullName>'),
		);
		const owing = names(
			'<TotalBalanceFilter><Operator>GreaterThan</Operator><Amount>10000.00</Amount></TotalBalanceFilter>',
		);
		const expected = company.customers.filter(
			({ TotalBalance, IsActive }) => IsActive === 'true' && Number(TotalBalance) > 10_000,
		);
		expect(owing).toEqual(expected.map(({ FullName }) => FullName));
		expect(owing.length).toBeGreaterThan(0);
	});
});

describe('a query of another list', () => {
	it('answers items under the element of their kind', () => {
		const { records } = ask('<ItemQueryRq><ActiveStatus>All</ActiveStatus></ItemQueryRq>');
		expect(
			Object.fromEntries(Object.entries(records).map(([kind, list]) => [kind, list.length])),
		).toEqual({
			ItemServiceRet: 20,
			ItemSalesTaxRet: 6,
			ItemNonInventoryRet: 15,
			ItemInventoryRet: 25,
			ItemOtherChargeRet: 6,
			ItemDiscountRet: 3,
			ItemSubtotalRet: 1,
			ItemGroupRet: 4,
		});
	});

	it.each([
		['<ItemSalesTaxQueryRq/>', 'ItemSalesTaxRet', 5],
		['<SalesTaxCodeQueryRq><FullName>Non</FullName></SalesTaxCodeQueryRq>', 'SalesTaxCodeRet', 1],
		[
			'<AccountQueryRq><AccountType>AccountsReceivable</AccountType></AccountQueryRq>',
			'AccountRet',
			3,
		],
		['<TemplateQueryRq/>', 'TemplateRet', 7],
		['<TermsQueryRq/>', 'StandardTermsRet', 4],
		['<StandardTermsQueryRq/>', 'StandardTermsRet', 4],
		['<DataExtDefQueryRq><OwnerID>0</OwnerID></DataExtDefQueryRq>', 'DataExtDefRet', 5],
		[
			'<DataExtDefQueryRq><AssignToObject>Item</AssignToObject></DataExtDefQueryRq>',
			'DataExtDefRet',
			1,
		],
		['<HostQueryRq/>', 'HostRet', 1],
		['<CompanyQueryRq/>', 'CompanyRet', 1],
		['<PreferencesQueryRq/>', 'PreferencesRet', 1],
	])('%s', (request, element, count) => {
		const { records, statusCode, name } = ask(request);
		expect(statusCode).toBe('0');
		expect(name).toBe(/^<(\w+)Rq/.exec(request)?.[1] + 'Rs');
		expect(records[element]).toHaveLength(count);
	});

	it('counts what it answers when asked for metadata', () => {
		expect(ask('<ClassQueryRq metaData="MetaDataOnly"/>')).toMatchObject({
			retCount: '4',
			records: {},
		});
		expect(ask('<ClassQueryRq metaData="MetaDataAndResponseData"/>')).toMatchObject({
			retCount: '4',
			records: { ClassRet: { length: 4 } },
		});
	});
});
