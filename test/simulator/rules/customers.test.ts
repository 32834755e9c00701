import { RequestProcessorError } from '../../../simulator/qbxml/protocol/status-errors';
import { add, itemLine } from '../support/customer-side';
import { rule } from '../support/rules';

const addCustomer = (name: string, rest = ''): string =>
	`<CustomerAddRq><CustomerAdd><Name>${name}</Name>${rest}</CustomerAdd></CustomerAddRq>`;

const below = (parent: string): string => `<ParentRef><FullName>${parent}</FullName></ParentRef>`;

rule('full-names-are-unique', ({ ask }) => {
	for (const parent of ['North', 'South']) {
		expect(ask(addCustomer(parent))).toMatchObject({ statusCode: '0' });
		expect(ask(addCustomer('Kitchen', below(parent)))).toMatchObject({
			statusCode: '0',
			records: { CustomerRet: [{ Name: 'Kitchen', FullName: `${parent}:Kitchen` }] },
		});
	}
	expect(ask(addCustomer('Kitchen', below('North')))).toMatchObject({ statusCode: '3100' });
});

rule('balances-of-jobs', (desk) => {
	desk.ask(addCustomer('North'));
	desk.ask(addCustomer('Kitchen', below('North')));
	const rate = '<Rate>10</Rate>';
	for (const name of ['North', 'North:Kitchen']) {
		const customer = `<CustomerRef><FullName>${name}</FullName></CustomerRef>`;
		const untaxed = `<SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef>`;
		add(desk, 'Invoice', itemLine('Invoice', 'Design', rate + untaxed), customer);
	}
	const { records } = desk.ask('<CustomerQueryRq><FullName>North</FullName></CustomerQueryRq>');
	expect(records.CustomerRet).toMatchObject([{ Balance: '10.00', TotalBalance: '20.00' }]);
});

rule('balance-to-begin-with', ({ ask, company }) => {
	const opening = '<OpenBalance>12.00</OpenBalance>';
	expect(ask(addCustomer('North', opening))).toMatchObject({
		records: { CustomerRet: [{ Balance: '12.00' }] },
	});
	const [{ ListID, EditSequence }] = company.customers;
	expect(() =>
		ask(
			`<CustomerModRq><CustomerMod><ListID>${ListID}</ListID><EditSequence>${EditSequence}</EditSequence>${opening}</CustomerMod></CustomerModRq>`,
		),
	).toThrow(RequestProcessorError);
});
