const everyAddress = (name: string): string =>
	`<${name}>${['Addr1', 'Addr2', 'Addr3', 'Addr4', 'Addr5', 'City'].map((each) => `<${each}>Ö ${each}</${each}>`).join('')}<State>CA</State><PostalCode>94326</PostalCode><Country>US</Country><Note>ring</Note></${name}>`;

/** InvoiceAdd or EstimateAdd with every element that the simulated desktop supports, `1` and `0` for true and false. */
export function fullSale(kind: 'Invoice' | 'Estimate'): string {
	const isInvoice = kind === 'Invoice';
	const line = (content: string): string => `<${kind}LineAdd>${content}</${kind}LineAdd>`;
	const item = (name: string): string => `<ItemRef><FullName>${name}</FullName></ItemRef>`;
	const content = [
		'<CustomerRef><FullName>Brasserie Générale SARL</FullName></CustomerRef>',
		'<ClassRef><FullName>Commercial</FullName></ClassRef>',
		isInvoice ? '<ARAccountRef><FullName>Accounts Receivable</FullName></ARAccountRef>' : '',
		`<TemplateRef><FullName>${isInvoice ? 'Service Invoice' : 'Standard Estimate'}</FullName></TemplateRef>`,
		'<TxnDate>2026-01-31</TxnDate><RefNumber>X-1</RefNumber>',
		everyAddress('BillAddress'),
		everyAddress('ShipAddress'),
		isInvoice
			? '<IsPending>1</IsPending><IsFinanceCharge>0</IsFinanceCharge>'
			: '<IsActive>0</IsActive>',
		'<PONumber>7</PONumber><TermsRef><FullName>Net 15</FullName></TermsRef><DueDate>2026-03-01</DueDate><SalesRepRef><FullName>DM</FullName></SalesRepRef><FOB>here</FOB>',
		isInvoice
			? '<ShipDate>2026-02-01</ShipDate><ShipMethodRef><FullName>UPS</FullName></ShipMethodRef>'
			: '',
		'<ItemSalesTaxRef><FullName>Santa Fe</FullName></ItemSalesTaxRef><Memo>m</Memo><CustomerMsgRef><FullName>Thank you for your business.</FullName></CustomerMsgRef>',
		isInvoice ? '<IsToBePrinted>0</IsToBePrinted>' : '',
		'<IsToBeEmailed>1</IsToBeEmailed><CustomerSalesTaxCodeRef><FullName>Tax</FullName></CustomerSalesTaxCodeRef>',
		'<Other>o</Other><ExchangeRate>+1.</ExchangeRate><ExternalGUID>{7d543f23-f3b1-4dea-8ff4-37bd26d15e6c}</ExternalGUID>',
		line(
			`${item('Lumber')}<Desc>d</Desc><Quantity>.5</Quantity><UnitOfMeasure>each</UnitOfMeasure><Rate>+1.</Rate><ClassRef><FullName>Overhead</FullName></ClassRef>${isInvoice ? '<ServiceDate>2026-01-01</ServiceDate>' : ''}<SalesTaxCodeRef><FullName>Tax</FullName></SalesTaxCodeRef><Other1>1</Other1><Other2>2</Other2>`,
		),
		line(`${item('Trade Discount')}<RatePercent>5</RatePercent>`),
		line(`${item('Design')}<Quantity>3</Quantity><Amount>10.00</Amount>`),
		line(item('Subtotal')),
		line('<Desc>words alone</Desc>'),
		`<${kind}LineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef><Quantity>2</Quantity></${kind}LineGroupAdd>`,
	].join('');
	return `<${kind}Add>${content}</${kind}Add>`;
}
