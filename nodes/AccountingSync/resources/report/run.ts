import type { IDataObject } from 'n8n-workflow';

import type { Message } from '../../../../quickbooks/facts/facts';
import { chosen } from '../../../../quickbooks/form/choice';
import { required, trimmed } from '../../../../quickbooks/form/convert';
import { type Form, requiredId, valueOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import { elementAt } from '../../../../quickbooks/qbxml/recordFacts';
import {
	additionalRows,
	givenFields,
	labels,
	namedRecords,
	outputAs,
	periodFields,
	periodValues,
	reportType,
} from '../../../../quickbooks/reports/reportFields';
import { shownReport } from '../../../../quickbooks/reports/reportForPeople';
import { readReport } from '../../../../quickbooks/reports/reportRows';
import {
	reportLabel,
	reportNamed,
	typeElementOf,
} from '../../../../quickbooks/reports/reportTypes';
import { collection } from '../../../shared/fields/collection';
import { connection } from '../../../shared/fields/connection';
import { fieldOf } from '../../../shared/fields/fieldOf';
import { queueingOperation } from '../../operations/queueingOperation';
import { knowledgeOf } from '../../operations/requestContent';
import { documentRequest } from '../../operations/requestDocument';

/** What a report may be narrowed down and laid out by. */
const additionalFields = collection(
	'Additional Fields',
	'additionalFields',
	'Add Field',
	additionalRows.map(fieldOf),
);

const chosenReport = (form: Form): string =>
	String(valueOf(form, reportType, chosen(required(trimmed))));

/** Whether a request has the elements of a field, or those around them. */
const hasAll = ({ content }: Message, values: IDataObject): boolean =>
	Object.keys(values).every((path) => elementAt(content, path.split('.')[0]) !== undefined);

/** A report, asked for in qbXML by the request that has it. */
export const runReport = queueingOperation({
	value: 'run',
	name: 'Run',
	action: 'Run a report',
	description:
		'Run a report in QuickBooks and get one item for each row, with a field for each column',
	isQuery: true,
	properties: [connection, reportType, ...periodFields, outputAs, additionalFields],
	request: (form, qbxml) => {
		const { facts, desktops } = knowledgeOf({ form, qbxml });
		const { type, request } = reportNamed(facts, chosenReport(form));
		const given = givenFields(form);
		// What applications of other countries know beyond the facts is for themselves to say.
		const isForeign = desktops.get(requiredId(form, connection))?.isForeign === true;
		const unknown = given.find((field) => !isForeign && !hasAll(request, field.values));
		if (unknown) {
			throw new FormError(
				`The report "${reportLabel(type)}" does not have ${unknown.label}.`,
				'Remove the field, or choose another report. Nothing was queued.',
			);
		}
		const values: IDataObject = {
			[typeElementOf(request)]: type,
			...periodValues(form),
			...Object.assign({}, ...given.map((field) => field.values)),
		};
		const source = {
			label: reportLabel(type),
			labels: new Map([
				...labels,
				[request.name, 'this report'],
				[typeElementOf(request), reportType.displayName],
			]),
		};
		return documentRequest({ form, qbxml }, { name: request.name, values }, source);
	},
	output: (answers, { values }) =>
		answers
			.flatMap(recordsIn)
			.map(({ fields }) => readReport(fields))
			.flatMap((report) => shownReport(report, values.outputAs)),
	namedRecords,
});
