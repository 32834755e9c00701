import { rule } from '../support/rules';

const CUSTOMER = '80000001-1700000001';

const write = (request: 'DataExtMod' | 'DataExtDel', value?: string): string =>
	`<${request}Rq><${request}><OwnerID>0</OwnerID><DataExtName>Route</DataExtName><ListDataExtType>Customer</ListDataExtType><ListObjRef><ListID>${CUSTOMER}</ListID></ListObjRef>${value === undefined ? '' : `<DataExtValue>${value}</DataExtValue>`}</${request}></${request}Rq>`;

rule('custom-field-emptied-by-a-change', ({ ask, company }, isFollowed) => {
	const names = () => company.customers[0].DataExtRet?.map(({ DataExtName }) => DataExtName) ?? [];
	ask(write('DataExtMod', 'North'));
	expect(ask(write('DataExtMod', ''))).toMatchObject(
		isFollowed
			? { statusCode: '3180', statusMessage: expect.stringContaining('cannot be empty') as string }
			: { statusCode: '0' },
	);
	expect(names().includes('Route')).toBe(isFollowed);
	expect(ask(write('DataExtDel'))).toMatchObject({ statusCode: isFollowed ? '0' : '3120' });
	expect(names()).not.toContain('Route');
});

rule('custom-field-moves-its-record', ({ ask, company }) => {
	const sequences = [write('DataExtMod', 'North'), write('DataExtDel')].map((request) => {
		ask(request);
		return company.customers[0].EditSequence;
	});
	const [customer] = ask(`<CustomerQueryRq><ListID>${CUSTOMER}</ListID></CustomerQueryRq>`).records
		.CustomerRet;
	expect(new Set(sequences).size).toBe(2);
	const mod = (sequence: string) =>
		`<CustomerModRq><CustomerMod><ListID>${CUSTOMER}</ListID><EditSequence>${sequence}</EditSequence><Phone>1</Phone></CustomerMod></CustomerModRq>`;
	expect(ask(mod(sequences[0]))).toMatchObject({ statusCode: '3200' });
	expect(ask(mod(String(customer.EditSequence)))).toMatchObject({ statusCode: '0' });
});
