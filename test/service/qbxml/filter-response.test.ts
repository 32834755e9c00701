import type { ResponseFilter } from '../../../service/qbxml';
import { answerJson, storedAnswer } from '../../support/answers';

/** The filtered XML, of a text that begins with a byte order mark. Its JSON form must be the same as after reading it again. */
function filtered(xml: string, filter: ResponseFilter): string {
	const kept = storedAnswer(`\uFEFF${xml}`, filter);
	const withoutBlanks = kept.xml.replace(/>\s+</g, '><');
	expect(JSON.parse(kept.json)).toEqual(answerJson(withoutBlanks));
	return kept.xml;
}

const invoice = (id: string, fields: string) =>
	`<InvoiceRet>\r\n<TxnID>${id}</TxnID>${fields}<Memo>M&#252;ller &amp; Söhne 😀</Memo></InvoiceRet>`;
const due = (date: string) => `<DueDate>${date}</DueDate>`;
const answer = (...invoices: string[]) =>
	`<?xml version="1.0" ?>\r\n<QBXML>\n<!-- <InvoiceRet/> -->\r\n<QBXMLMsgsRs>\r\n<InvoiceQueryRs statusCode='0' >${invoices.join('\r\n ')}</InvoiceQueryRs></QBXMLMsgsRs></QBXML>\r\n`;
const byDueDate = (bounds: { from?: string; to?: string; hidden?: boolean }, limit?: number) => ({
	conditions: [{ field: 'DueDate', ...bounds }],
	limit,
});

const early = invoice('1', due('2025-12-31'));
const first = invoice('2', due('2026-01-01'));
const last = invoice('3', due('2026-01-31'));
const late = invoice('4', due('2026-02-01'));
const without = invoice('5', '');
const all = answer(early, first, last, late, without);

describe('a filtered response', () => {
	it('loses the records outside the bounds and those without the field, and nothing else changes', () => {
		expect(filtered(all, byDueDate({ from: '2026-01-01', to: '2026-01-31' }))).toBe(
			answer('', first, last, '', ''),
		);
		expect(filtered(all, byDueDate({ from: '2026-02-01' }))).toBe(answer('', '', '', late, ''));
		expect(filtered(all, byDueDate({ to: '2025-12-31' }))).toBe(answer(early, '', '', '', ''));
	});

	it('stays byte for byte when every record is inside', () => {
		const inside = answer(early, first, last, late);
		expect(filtered(inside, byDueDate({ from: '2000-01-01' }))).toBe(inside);
	});

	it('stays a response when no record is inside', () => {
		expect(filtered(all, byDueDate({ from: '2030-01-01' }))).toBe(answer('', '', '', '', ''));
	});

	it('loses a field that was requested only for the filter', () => {
		expect(filtered(all, byDueDate({ from: '2026-01-31', hidden: true }))).toBe(
			answer('', '', invoice('3', ''), invoice('4', ''), ''),
		);
	});

	it('is cut at the limit, counting the records that stay', () => {
		expect(filtered(all, byDueDate({ from: '2026-01-01' }, 2))).toBe(
			answer('', first, last, '', ''),
		);
		expect(filtered(all, { conditions: [], limit: 1 })).toBe(answer(early, '', '', '', ''));
	});

	it('compares part of a text ignoring case, and by characters rather than entities', () => {
		const containing = (contains: string) => ({
			conditions: [{ field: 'Memo', contains }],
		});
		expect(filtered(all, containing('MÜLLER & s'))).toBe(all);
		expect(filtered(all, containing('&amp;'))).toBe(answer('', '', '', '', ''));
	});

	it('takes a record without content out too', () => {
		expect(filtered(answer('<InvoiceRet/>', first), byDueDate({ from: '2026-01-01' }))).toBe(
			answer('', first),
		);
	});
});
