import { type Answered, openDesk } from './support/ask';

const ABERCROMBIE = '<CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>';

const line = (item: string, rest = ''): string =>
	`<EstimateLineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${rest}</EstimateLineAdd>`;

const add = (content: string): string =>
	`<EstimateAddRq requestID="7"><EstimateAdd>${content}</EstimateAdd></EstimateAddRq>`;

const estimateOf = ({ records }: Answered): Record<string, unknown> => records.EstimateRet[0];

describe('an added estimate', () => {
	it('is priced and taxed as an invoice would be', () => {
		const { ask } = openDesk();
		const estimate = estimateOf(
			ask(
				add(
					`${ABERCROMBIE}<TxnDate>2026-01-15</TxnDate><RefNumber>E-1</RefNumber>` +
						'<BillAddress><Addr1>Abercrombie &amp; Daughters</Addr1></BillAddress>' +
						'<IsActive>1</IsActive><PONumber>PO-7</PONumber><Memo>Grüße</Memo>' +
						line('Design', '<Quantity>2</Quantity><Rate>150.00</Rate>') +
						line('Lumber', '<Quantity>3</Quantity>'),
				),
			),
		);
		expect(estimate).toMatchObject({
			TemplateRef: { FullName: 'Standard Estimate' },
			RefNumber: 'E-1',
			IsActive: 'true',
			Subtotal: '314.55',
			SalesTaxTotal: '1.13',
			TotalAmount: '315.68',
			TotalAmountInHomeCurrency: '315.68',
			EstimateLineRet: [{ Amount: '300.00' }, { Amount: '14.55' }],
		});
	});

	it('is numbered in a series of its own', () => {
		const { ask } = openDesk();
		expect(estimateOf(ask(add(ABERCROMBIE + line('Design'))))).toMatchObject({ RefNumber: '1' });
		ask(add(`${ABERCROMBIE}<RefNumber>40</RefNumber>${line('Design')}`));
		expect(estimateOf(ask(add(ABERCROMBIE + line('Design'))))).toMatchObject({ RefNumber: '41' });
	});

	it('is told of by the elements asked for alone', () => {
		const { ask } = openDesk();
		const answer = ask(
			`<EstimateAddRq><EstimateAdd>${ABERCROMBIE}${line('Design')}</EstimateAdd><IncludeRetElement>RefNumber</IncludeRetElement></EstimateAddRq>`,
		);
		expect(estimateOf(answer)).toEqual({ RefNumber: '1' });
	});
});
