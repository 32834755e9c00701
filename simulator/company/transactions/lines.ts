import type Big from 'big.js';

import { decimal, formatAmount, sum } from '../amounts';
import { set } from '../changes';
import { transactionId } from '../identifiers';
import { withoutCleared } from '../records';
import { Refusal } from '../refusal';
import type { Line } from '../sale-types';
import type { Company } from '../types';
import type { DataExtension, RecordContent } from '../value-types';
import { type Debt, type LineDraft, textIn } from './kind';

/** The next TxnLineID, which no line has ever had. */
export function nextLineId(company: Company, created: Date): string {
	set(company, { lastLineNumber: company.lastLineNumber + 1 });
	return transactionId(company.lastLineNumber, created);
}

/** Finds the lines that a change names. New ones have the ID -1; the others come in the transaction's own order. */
export function matchLines(
	drafts: LineDraft[],
	existing: Line[],
	innerLinesOf: (line: Line) => Line[],
): LineDraft[] {
	let from = 0;
	return drafts.map((draft) => {
		const id = textIn(draft.given, 'TxnLineID') ?? '-1';
		if (id === '-1') {
			return { ...draft, lines: draft.lines && matchLines(draft.lines, [], innerLinesOf) };
		}
		const place = existing.findIndex(({ TxnLineID }, index) => index >= from && TxnLineID === id);
		if (place === -1) throw new Refusal(3290, id);
		from = place + 1;
		const before = existing[place];
		if ((before.ItemGroupRef !== undefined) !== /Group/.test(draft.element)) {
			throw new Refusal(3290, id);
		}
		const lines = draft.lines && matchLines(draft.lines, innerLinesOf(before), innerLinesOf);
		return { ...draft, before, lines };
	});
}

/** What a line says after a change: what it said before, and on top what the request says. */
export function overlay(before: RecordContent | undefined, given: RecordContent): RecordContent {
	return Object.fromEntries(
		Object.entries({ ...before, ...given })
			.map(([name, value]) => [name, withoutCleared(value)] as const)
			.filter(([, value]) => value !== undefined),
	);
}

/** The custom fields that a request gives a record. */
export function extensionsIn(
	company: Company,
	given: RecordContent,
	object: string,
): DataExtension[] | undefined {
	const list = given.DataExt as
		Array<{ OwnerID: string; DataExtName: string; DataExtValue: string }> | undefined;
	return list?.map(({ OwnerID, DataExtName, DataExtValue }) => {
		const definition = company.dataExtensionDefinitions.find(
			(each) =>
				each.OwnerID.toLowerCase() === OwnerID.toLowerCase() &&
				each.DataExtName.toLowerCase() === DataExtName.toLowerCase() &&
				each.AssignToObject.includes(object),
		);
		if (definition === undefined) {
			const field = `data extension named "${DataExtName}"`;
			throw new Refusal(3180, field, `There is no such custom field for ${object}.`);
		}
		const { DataExtType } = definition;
		return {
			OwnerID: definition.OwnerID,
			DataExtName: definition.DataExtName,
			DataExtType,
			DataExtValue,
		};
	});
}

/** The sum of what lines count for. */
export const sumOfLines = (lines: Line[]): Big =>
	sum(
		lines
			.filter(({ booked }) => booked?.repeats === undefined)
			.map(({ Amount }) => decimal(Amount ?? '0')),
	);

/** What lines that are booked to an A/R or A/P account add to what a customer owes, or to what is owed to a vendor. */
export function debtIn(lines: Line[], partyOf: (line: Line) => string | undefined): Debt {
	const all = lines.filter(({ booked }) => booked?.owes !== undefined);
	const owing = all.filter((line) => line.booked?.account === all[0].booked?.account);
	return {
		...(owing.length > 0 && { party: partyOf(owing[0]), account: owing[0].booked?.account }),
		amount: sumOfLines(owing),
	};
}

/** A group of lines with its total. */
export const withGroupTotal = (group: RecordContent, lines: Line[]): RecordContent => ({
	...group,
	TotalAmount: formatAmount(sumOfLines(lines)),
});
