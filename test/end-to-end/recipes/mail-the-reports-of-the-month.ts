import type { Email } from 'postal-mime';

import { createCompany } from '../../../simulator/company/seed/create-company';
import type { Company } from '../../../simulator/company/types';
import { type Kit, withConnection } from './kit';
import { addresses, assignment } from './mails';

const FILE = 'mail-the-reports-of-the-month.json';
const [FROM, TO] = ['2025-06-01', '2025-06-30'];

/** The rows of an attached file, by their columns. The company has no quotation marks in its names here. */
function rowsIn({ attachments }: Email, filename: string): Array<Record<string, string>> {
	const { content } = attachments.find((one) => one.filename === filename) ?? {};
	const text = Buffer.from(content as ArrayBuffer)
		.toString('utf8')
		.replace(/^\uFEFF/, '');
	const [head, ...rows] = text
		.trim()
		.split(/\r?\n/)
		.map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell));
	return rows.map((cells) =>
		Object.fromEntries(
			head.map((name, at) => [
				name,
				cells.at(at)?.replace(/^"|"$/g, '').replaceAll('""', '"') ?? '',
			]),
		),
	);
}

async function mailed(kit: Kit, name: string, company: Company): Promise<Email[]> {
	const { connectionId } = await kit.office(name, company);
	const workflow = await kit.load(FILE, {
		...(await withConnection(FILE, { id: connectionId, name })),
		'Send the Reports': addresses,
		Period: { assignments: { assignments: [assignment('from', FROM), assignment('to', TO)] } },
	});
	await workflow.run('First of the Month');
	return kit.mailbox.take();
}

const cents = (amounts: readonly string[]): number =>
	amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

/** One mail has the three reports as files, whose sums agree with each other. It comes for an empty company too. */
export async function mailTheReportsOfTheMonth(kit: Kit): Promise<void> {
	const [mail, ...others] = await mailed(kit, 'Reports', createCompany());
	expect(others).toEqual([]);
	expect(mail.subject).toBe(`Reports from ${FROM} to ${TO}`);
	expect(mail.attachments.map(({ filename }) => filename).sort()).toEqual([
		`balance-sheet-${TO}.csv`,
		`profit-and-loss-${TO}.csv`,
		`receivables-${TO}.csv`,
	]);

	const profit = rowsIn(mail, `profit-and-loss-${TO}.csv`);
	const netIncome = profit.find(({ label }) => label === 'Net Income');
	expect(netIncome).toMatchObject({ kind: 'total', TOTAL: expect.stringMatching(/\.\d\d$/) });
	expect(mail.text).toContain(`Net income: ${netIncome?.TOTAL}`);

	const sheet = rowsIn(mail, `balance-sheet-${TO}.csv`);
	const totalOf = (label: string) =>
		sheet.find((row) => row.label.toUpperCase() === label.toUpperCase())?.TOTAL;
	expect(totalOf('TOTAL ASSETS')).toBeDefined();
	expect(totalOf('TOTAL ASSETS')).toBe(totalOf('TOTAL LIABILITIES & EQUITY'));

	const receivables = rowsIn(mail, `receivables-${TO}.csv`);
	const owed = receivables.filter(({ kind }) => kind === 'data').map(({ TOTAL }) => TOTAL);
	const total = receivables.find(({ kind }) => kind === 'total')?.TOTAL ?? '';
	expect(owed.length).toBeGreaterThan(0);
	expect(cents(owed)).toBe(cents([total]));

	const [empty] = await mailed(kit, 'Nothing owed', createCompany({ invoices: 0 }));
	expect(empty.attachments).toHaveLength(3);
}
