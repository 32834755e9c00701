import readSheets from 'read-excel-file/node';

import { createCompany } from '../../../simulator/company/seed/create-company';
import type { Company } from '../../../simulator/company/types';
import { type Kit, withConnection } from './kit';

const UNPAID_FILE = 'mail-a-list-of-unpaid-invoices.json';
const SHEET_FILE = 'mail-a-sheet-of-credit-memos.json';

export const addresses = {
	fromEmail: 'accounting@harbor.example',
	toEmail: 'office@harbor.example',
};

/** Lets the unpaid invoices of a company be mailed. */
async function mailUnpaid(kit: Kit, name: string, company: Company): Promise<void> {
	const { connectionId } = await kit.office(name, company);
	const workflow = await kit.load(UNPAID_FILE, {
		...(await withConnection(UNPAID_FILE, { id: connectionId, name })),
		'Send the List': addresses,
	});
	await workflow.run('Every Monday at Eight');
}

/** One mail names every unpaid invoice once, under its customer, and no paid one. No mail comes when all is paid. */
export async function mailAListOfUnpaidInvoices(kit: Kit): Promise<void> {
	await mailUnpaid(kit, 'All paid', createCompany({ invoices: 0 }));
	expect(kit.mailbox.take()).toEqual([]);

	const company = createCompany();
	await mailUnpaid(kit, 'Unpaid', company);
	const mails = kit.mailbox.take();
	expect(mails).toHaveLength(1);
	const [{ subject, text = '', from, to }] = mails;
	expect([from?.address, to?.[0].address]).toEqual([addresses.fromEmail, addresses.toEmail]);

	const unpaid = company.invoices.filter(({ IsPaid }) => IsPaid === 'false');
	const customers = new Set(unpaid.map(({ CustomerRef }) => CustomerRef.FullName));
	expect(subject).toMatch(`${unpaid.length} unpaid invoices of ${customers.size} customers, `);
	const paragraphs = text.trim().split(/\n\n/);
	const expected = [...customers].map((name) =>
		[
			name,
			...unpaid
				.filter(({ CustomerRef }) => CustomerRef.FullName === name)
				.sort((one, other) => one.DueDate.localeCompare(other.DueDate))
				.map(
					({ RefNumber, DueDate, BalanceRemaining, CurrencyRef }) =>
						`${RefNumber}, due ${DueDate}: ${BalanceRemaining} ${CurrencyRef.FullName}`,
				),
		].join('\n'),
	);
	expect(paragraphs.sort()).toEqual(expected.sort());
}

/**
 * The sheet has one row for each credit memo of the period, with amounts that can be added up. No mail comes for a month
 * without any, as the last one is.
 */
export async function mailASheetOfCreditMemos(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('Credit memos');
	const [from, to] = ['2025-01-01', '2025-06-30'];
	const chosen = {
		...(await withConnection(SHEET_FILE, { id: connectionId, name: 'Credit memos' })),
		'Send the Sheet': addresses,
	};
	await (await kit.load(SHEET_FILE, chosen)).run('First of the Month');
	expect(kit.mailbox.take()).toEqual([]);

	const period = { assignments: { assignments: [assignment('from', from), assignment('to', to)] } };
	const workflow = await kit.load(SHEET_FILE, { ...chosen, Period: period });
	await workflow.run('First of the Month');
	const mails = kit.mailbox.take();
	expect(mails).toHaveLength(1);
	const [{ subject, attachments }] = mails;
	expect(subject).toBe(`Credit memos from ${from} to ${to}`);
	expect(attachments.map(({ filename }) => filename)).toEqual([`credit-memos-${from}.xlsx`]);

	const [{ content }] = attachments;
	const [{ sheet, data }] = await readSheets(Buffer.from(content as ArrayBuffer));
	expect(sheet).toBe('Credit memos');
	const written = company.creditMemos.filter(({ TxnDate }) => TxnDate >= from && TxnDate <= to);
	expect(written.length).toBeGreaterThan(3);
	const [head, ...rows] = data;
	expect(head).toEqual(['Number', 'Date', 'Customer', 'Memo', 'Total', 'Remaining', 'Currency']);
	expect(rows.sort(([one], [other]) => String(one).localeCompare(String(other)))).toEqual(
		written.map((memo) => [
			memo.RefNumber,
			memo.TxnDate,
			memo.CustomerRef.FullName,
			memo.Memo ?? null,
			Number(memo.TotalAmount),
			Number(memo.CreditRemaining),
			memo.CurrencyRef.FullName,
		]),
	);
}

/** A field of an Edit Fields node, as its form keeps it. */
export const assignment = (name: string, value: string) => ({
	id: name,
	name,
	value,
	type: 'string',
});
