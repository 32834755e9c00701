import type { Reference } from '../../../simulator/company/value-types';
import type { Desk } from '../support/ask';
import { mistakesIn } from '../support/check-books';
import { add, askFor, askToChange, type Fields, itemLine, linesIn } from '../support/customer-side';
import { rule } from '../support/rules';

const hostOf = ({ ask }: Desk): Fields => ask('<HostQueryRq/>').records.HostRet[0];

const coded = (code: string, rate: string): string =>
	itemLine(
		'Invoice',
		'Design',
		`<Rate>${rate}</Rate><SalesTaxCodeRef><FullName>${code}</FullName></SalesTaxCodeRef>`,
	);

/** Lets a tax code stand for a tax of its own. */
function codeFor({ company }: Desk, code: string, tax: string): void {
	const item = company.items.find(({ Name }) => Name === tax);
	const found = company.salesTaxCodes.find(({ Name }) => Name === code);
	if (!item || !found) throw new Error(`There is no ${code} or ${tax}.`);
	const { ListID, FullName = '' } = item;
	const ItemSalesTaxRef: Reference = { ListID, FullName };
	Object.assign(found, { IsTaxable: 'true', ItemSalesTaxRef });
}

rule('countries-and-their-taxes', (desk) => {
	expect(hostOf(desk)).toMatchObject({ Country: 'US' });
	for (const country of ['CA', 'UK'] as const) {
		desk.company.country = country;
		expect(hostOf(desk)).toMatchObject({ Country: country });
		codeFor(desk, 'LBR', 'East Bayshore');
		// 7.75 percent by Tax, 8.25 by LBR, and nothing by Non.
		const content = coded('Tax', '100') + coded('LBR', '200') + coded('Non', '400');
		const invoice = add(desk, 'Invoice', content);
		expect(invoice).toMatchObject({ Subtotal: '700.00', SalesTaxTotal: '24.25' });
		expect(invoice).not.toHaveProperty('ItemSalesTaxRef');
		const [first, ...others] = linesIn(invoice);
		const kept = others.map(
			({ TxnLineID }) =>
				`<InvoiceLineMod><TxnLineID>${String(TxnLineID)}</TxnLineID></InvoiceLineMod>`,
		);
		const untaxed = `<InvoiceLineMod><TxnLineID>${String(first.TxnLineID)}</TxnLineID><SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef></InvoiceLineMod>`;
		const changed = askToChange(desk, 'Invoice', invoice, untaxed + kept.join(''));
		expect(changed.records.InvoiceRet).toMatchObject([{ SalesTaxTotal: '16.50' }]);
	}
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('tax-of-a-whole-sale', (desk) => {
	const whole = '<ItemSalesTaxRef><FullName>San Tomas</FullName></ItemSalesTaxRef>';
	const answer = () => askFor(desk, 'Invoice', whole + coded('Tax', '1'));
	expect(answer().statusCode).toBe('0');
	desk.company.country = 'CA';
	expect(answer()).toMatchObject({
		statusCode: '3140',
		statusMessage: expect.stringContaining(
			'QuickBooks Item Sales Tax "San Tomas" in the Invoice.',
		) as string,
	});
});

const vendorWith = (name: string, region: string): string =>
	`<VendorAddRq><VendorAdd><Name>${name}</Name><VendorAddress><Addr1>1 Mill Road</Addr1><City>Ely</City>${region}<PostalCode>CB7</PostalCode></VendorAddress></VendorAdd></VendorAddRq>`;

const vendorNamed = ({ ask }: Desk, name: string): Fields =>
	ask(`<VendorQueryRq><FullName>${name}</FullName></VendorQueryRq>`).records.VendorRet[0];

rule('british-addresses', (desk) => {
	expect(() => desk.ask(vendorWith('Fens', '<County>Kent</County>'))).toThrow('parsing');
	desk.company.country = 'UK';
	expect(desk.ask(vendorWith('Fens', '<County>Kent</County>'))).toMatchObject({ statusCode: '0' });
	const { VendorAddress } = vendorNamed(desk, 'Fens');
	expect(VendorAddress).toMatchObject({ City: 'Ely', County: 'Kent', PostalCode: 'CB7' });
	expect(VendorAddress).not.toHaveProperty('State');
});

rule('state-in-a-british-address', (desk) => {
	const asked = () => desk.ask(vendorWith(desk.company.country, '<State>CA</State>'));
	expect(asked()).toMatchObject({ statusCode: '0' });
	desk.company.country = 'UK';
	expect(asked()).toMatchObject({
		statusCode: '530',
		statusSeverity: 'Warn',
		statusMessage: 'The field "State" is not supported by this implementation.',
	});
	expect(vendorNamed(desk, 'UK').VendorAddress).toEqual({
		Addr1: '1 Mill Road',
		City: 'Ely',
		PostalCode: 'CB7',
	});
});
