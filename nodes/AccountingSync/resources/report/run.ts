import type { IDataObject } from 'n8n-workflow';

import type { Message } from '../../../../qbxml/facts';
import { connection } from '../../../shared/fields/connection';
import { chosen } from '../../../shared/form/choice';
import { required, trimmed } from '../../../shared/form/convert';
import { type Form, requiredId } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import { recordsIn } from '../../../shared/qbxml/answer';
import { elementAt } from '../../../shared/qbxml/recordFacts';
import { queueingOperation } from '../../operations/queueingOperation';
import { documentRequest, encloseWherever } from '../../operations/requestDocument';
import {
	additionalFields,
	givenFields,
	labels,
	namedRecords,
	periodFields,
	periodValues,
	reportType,
} from './reportFields';
import { reportItems } from './reportRows';
import { reportLabel, reportNamed, typeElementOf } from './reportTypes';

const chosenReport = ({ values, timezone }: Form): string =>
	String(
		chosen(required(trimmed))(values[reportType.name], {
			label: reportType.displayName,
			timezone,
		}),
	);

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
	properties: [connection, reportType, ...periodFields, additionalFields],
	needsQbxml: () => true,
	request: (form, qbxml) => {
		const name = chosenReport(form);
		if (!qbxml) throw new Error('A report can only be asked for with the facts of qbXML.');
		const { type, request } = reportNamed(qbxml.facts, name);
		const given = givenFields(form);
		// What applications of other countries know beyond the facts is for themselves to say.
		const isForeign = qbxml.desktops.get(requiredId(form, connection))?.isForeign === true;
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
		return documentRequest(form, qbxml, [{ name: request.name, values }], {
			label: reportLabel(type),
			labels: new Map([
				...labels,
				[request.name, 'this report'],
				[typeElementOf(request), reportType.displayName],
			]),
		});
	},
	enclose: encloseWherever,
	output: (answers) => answers.flatMap(recordsIn).flatMap(({ fields }) => reportItems(fields)),
	namedRecords,
});
