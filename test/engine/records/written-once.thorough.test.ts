import type { IDataObject } from 'n8n-workflow';

import { comparedKinds } from '../../../quickbooks/books/comparedKinds';
import { chosenForm } from '../../../quickbooks/filledIn/chosenForm';
import type { AnswerObject } from '../../../quickbooks/qbxml/answerFromXml';
import { contentOfRecord, elementAt } from '../../../quickbooks/qbxml/recordFacts';
import { totalOf } from '../../../quickbooks/qbxml/totals';
import type { RecordKind } from '../../../quickbooks/records/record';
import { recordOf } from '../../../quickbooks/records/registry';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { mistakesIn } from '../../simulator/support/check-books';
import { type RecordForm, recordForms } from '../../support/record-forms';
import { retry, type WorkflowRun } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { dyingDesktops } from '../support/dying-desktops';
import { useShortPauses } from '../support/pauses';
import { byId, runOperation } from '../support/run-operation';
import { booksOf, heldOf } from './support/held';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const { dieAfter, dieBefore } = dyingDesktops(service);

const kindOf = ({ resource }: RecordForm) => recordOf(resource)!;

/** The type of a form's record in qbXML. */
const typeOf = (one: RecordForm): string => chosenForm(kindOf(one), one.form(String)).qbxml;

/** Forms that refer to what other forms make, although they name nothing of it by its ID. */
const dependent: readonly string[] = ['receivePayment'];

/** The first form of each transaction that can be written without another record. */
const forms = [
	...new Map(
		recordForms
			.filter(({ needs, resource }) => needs === undefined && !dependent.includes(resource))
			.filter((one) => kindOf(one).kind === 'transaction')
			.map((one): [string, RecordForm] => [typeOf(one), one])
			.reverse(),
	),
].map(([type, one]) => ({ type, one }));

const lookInBooks = { whenOutcomeUnknown: 'lookInBooks' };
const lookAndWrite = { ...lookInBooks, writeIfAbsent: true };

let connectionId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
});

const create = async ({ resource, form }: RecordForm, options: IDataObject = {}) =>
	await runOperation(service, `${resource}.create`, {
		connection: { ...byId(connectionId) },
		...form(String),
		result: 'waitPolling',
		options,
	});

/** The IDs of the records of a type that are in the books. */
const idsOf = (type: string): string[] =>
	heldOf(service.company(connectionId), type).map(({ TxnID, ListID }) => String(TxnID ?? ListID));

/** What of the records of a type came into the books while something ran. */
async function added(type: string, run: () => Promise<unknown>): Promise<string[]> {
	const before = idsOf(type);
	await run();
	expect(mistakesIn(service.company(connectionId))).toEqual([]);
	return idsOf(type).filter((id) => !before.includes(id));
}

const idIn = ({ TxnID, ListID }: IDataObject): unknown => TxnID ?? ListID;

/** The fields of a form that hold lines, with the first of them. */
const firstLines = ({ form }: RecordForm): Array<[name: string, first: IDataObject]> =>
	Object.entries(form(String)).flatMap(([name, value]) => {
		const [first] = (value as { line?: IDataObject[] } | undefined)?.line ?? [];
		return first ? [[name, first] as [string, IDataObject]] : [];
	});

/** Whether QuickBooks shows the `ExternalGUID` that proves what was written. */
const isMarked = (type: string): boolean =>
	elementAt(contentOfRecord(type), 'ExternalGUID') !== undefined;

/** How Undo takes a record back: it voids what can be voided. */
const undoneBy = ({ operations }: RecordKind): string =>
	operations.includes('void') ? 'voided' : operations.includes('delete') ? 'deleted' : 'notUndone';

describe.each(forms)('$type', ({ type, one }) => {
	test('an answer that got lost is an error, and Retry writes nothing a second time', async () => {
		dieAfter(connectionId, 1, `${type}AddRq`);
		const runs: WorkflowRun[] = [];
		const ids = await added(type, async () => {
			runs.push(await create(one));
			runs.push(await retry(runs[0]));
		});
		expect(runs.map(({ error }) => error?.context.code)).toEqual([
			'connection_error',
			'connection_error',
		]);
		expect(ids).toHaveLength(1);
	});

	if (isMarked(type)) {
		test('what was carried out before the answer got lost is found by Look in the Books', async () => {
			dieAfter(connectionId, 1, `${type}AddRq`);
			let run: WorkflowRun | undefined;
			const ids = await added(type, async () => {
				run = await create(one, lookInBooks);
			});
			expect(run?.error).toBeUndefined();
			expect(run?.items).toMatchObject([{ json: { settled: 'found', ...one.shows } }]);
			expect(run?.items.map(({ json }) => idIn(json))).toEqual(ids);
		});

		test('what was not carried out is written once if the user says so', async () => {
			dieBefore(connectionId, 1, `${type}AddRq`);
			let run: WorkflowRun | undefined;
			const none = await added(type, async () => {
				run = await create(one, lookInBooks);
			});
			expect([none, run?.error?.context.code]).toEqual([[], 'certainly_absent']);
			dieBefore(connectionId, 1, `${type}AddRq`);
			const ids = await added(type, async () => {
				run = await create(one, lookAndWrite);
			});
			expect(run?.items).toMatchObject([{ json: { settled: 'written' } }]);
			expect(ids).toHaveLength(1);
		});
	} else {
		test('nothing proves what became of it: what is like it is named, and nothing is written again', async () => {
			dieAfter(connectionId, 1, `${type}AddRq`);
			let run: WorkflowRun | undefined;
			const ids = await added(type, async () => {
				run = await create(one, lookAndWrite);
			});
			expect(ids).toHaveLength(1);
			expect(run?.error).toMatchObject({
				context: { code: 'unknown_outcome' },
				description: expect.stringContaining(`Most like it: ${ids[0]}`),
			});
		});
	}

	test('Undo takes it back, and the books are as before', async () => {
		const before = booksOf(service.company(connectionId));
		const { executionId, error } = await create(one);
		expect(error).toBeUndefined();
		const undone = await runOperation(service, 'books.undo', {
			connection: { ...byId(connectionId) },
			executionId,
			dryRun: false,
			deleteWhatCannotBeVoided: true,
			result: 'waitPolling',
		});
		const action = undoneBy(kindOf(one));
		expect(undone.items).toMatchObject([{ json: { type, action } }]);
		const after = booksOf(service.company(connectionId));
		if (action !== 'notUndone') expect(after).toEqual(before);
		expect(mistakesIn(service.company(connectionId))).toEqual([]);
	});

	// A part of a journal entry is out of balance.
	const hasLines = kindOf(one).operations.includes('update') && type !== 'JournalEntry';
	const lines = hasLines ? firstLines(one) : [];

	if (lines.length > 0)
		test.each(lines)('Update adds to %s, and replaces them', async (name, first) => {
			const [{ json }] = (await create(one)).items;
			const update = async (lineMode: string) => {
				const { error, items } = await runOperation(service, `${one.resource}.update`, {
					connection: { ...byId(connectionId) },
					txnId: { ...byId(String(json.TxnID)) },
					lineMode,
					specifyLines: 'form',
					[name]: { line: [first] },
					result: 'waitPolling',
				});
				expect(error).toBeUndefined();
				expect(mistakesIn(service.company(connectionId))).toEqual([]);
				return [items[0].json.TxnID, items[0].json.changed];
			};
			expect(await update('add')).toEqual([json.TxnID, true]);
			expect(await update('replace')).toEqual([json.TxnID, true]);
			expect(await update('replace')).toEqual([json.TxnID, false]);
		});
});

const compared = forms.filter(({ one }) =>
	comparedKinds.some(({ value }) => value === one.resource),
);

test.each(compared)(
	'$type: Compare finds it as it was ordered, and tells a cent that differs',
	async ({ one }) => {
		const [{ json }] = (await create(one)).items;
		const total = Number(totalOf(json as AnswerObject));
		const statuses: unknown[] = [];
		for (const more of [0, 0.01]) {
			const run = await runOperation(service, 'books.compare', {
				connection: { ...byId(connectionId) },
				recordType: one.resource,
				transactionDateFrom: '2026-01-01',
				transactionDateTo: '2026-01-31',
				number: json.RefNumber,
				customerOrVendor: json.CustomerName ?? json.VendorName ?? json.PayeeEntityName,
				orderDate: json.TxnDate,
				orderTotal: (total + more).toFixed(2),
				result: 'waitPolling',
			});
			expect(run.error).toBeUndefined();
			statuses.push(run.items[0].json.status);
		}
		expect(statuses).toEqual(['same', 'different']);
	},
);
