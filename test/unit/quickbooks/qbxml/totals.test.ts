import { totalOf } from '../../../../quickbooks/qbxml/totals';
import { simplified } from '../../../../quickbooks/records/simplify';

test.each<[fields: Record<string, unknown>, total: string | undefined]>([
	[{ Subtotal: '150.00', SalesTaxTotal: '12.38' }, '162.38'],
	[{ Subtotal: 150, SalesTaxTotal: 12.5 }, '162.50'],
	[{ Subtotal: '-20.05' }, '-20.05'],
	[{ TotalAmount: '97.50', Subtotal: '1.00' }, '97.50'],
	[{ Memo: 'none' }, undefined],
])('the total of %j is %s, whether a service writes numbers or texts', (fields, total) => {
	expect(totalOf(fields as Parameters<typeof totalOf>[0])).toBe(total);
	const record = { type: 'Invoice', fields: fields as Parameters<typeof totalOf>[0] };
	expect(simplified(record, ['TotalAmount']).TotalAmount).toBe(total);
});
