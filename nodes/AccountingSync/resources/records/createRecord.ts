import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { fillsInCreditsAlone, madeNoPayment } from '../../../../quickbooks/books/creditsAlone';
import { compareOrders } from '../../../../quickbooks/books/orderContents';
import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import { elementOfBody } from '../../../../quickbooks/filledIn/endpointBody';
import { lineRows, nameOf, severalIn } from '../../../../quickbooks/filledIn/names';
import {
	labelsOf,
	recordValues,
	type ValuesByPath,
} from '../../../../quickbooks/filledIn/recordValues';
import { isChoice } from '../../../../quickbooks/form/choice';
import { amount, date } from '../../../../quickbooks/form/convert';
import { collectionIn, type Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import type { JsonObject } from '../../../../quickbooks/json/object';
import { type NamedRecord } from '../../../../quickbooks/lists/namedRecord';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import type { AnswerElement, AnswerObject } from '../../../../quickbooks/qbxml/answerFromXml';
import { unclear } from '../../../../quickbooks/qbxml/certainty';
import { contentOfRecord } from '../../../../quickbooks/qbxml/recordFacts';
import { type RequestElement, requestInXml } from '../../../../quickbooks/qbxml/requestXml';
import { centsOf, totalElements, totalOf, withCents } from '../../../../quickbooks/qbxml/totals';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import {
	formsOf,
	type RecordField,
	type RecordForm,
	type RecordKind,
} from '../../../../quickbooks/records/record';
import { shownRecord } from '../../../../quickbooks/records/simplify';
import { connection } from '../../../shared/fields/connection';
import { refuseClosedPeriods } from '../../operations/fields/closedPeriods';
import { orderIdentifier, orderNumber } from '../../operations/fields/orderNumber';
import { keepOrderOfItems, requireReadHere } from '../../operations/fields/result';
import { looksInBooks, requireAwaited, settlingOptions } from '../../operations/fields/settling';
import { type QueueingOperation, queueingOperation } from '../../operations/queueingOperation';
import {
	type Asking,
	bodyOf,
	EXTERNAL_GUID,
	type RequestContent,
} from '../../operations/requestContent';
import { documentRequest } from '../../operations/requestDocument';
import { allLinesFields, furtherFields, leadingFields } from './recordFields';
import { showsGuid } from './settling/look';
import { type ReadingSpec, type ReadsFirst, stepsAfterReading } from './settling/readsFirst';
import { settlingSteps } from './settling/settleAddition';
import { fieldsOfForms, variantFields } from './variants';

const expectedTotal: INodeProperties = {
	displayName: 'Expected Total',
	name: 'expectedTotal',
	type: 'string',
	default: '',
	placeholder: 'e.g. 162.38',
	description:
		'The total with tax that you expect, such as what was paid or agreed. If QuickBooks arrives at a different total, the output says so and shows both.',
};

/** What the output says about the expected total. Nothing if none was given. */
function comparison(record: AnswerObject, { values, timezone }: Form): IDataObject {
	const { expectedTotal: given } = collectionIn(values, 'additionalFields');
	const expected = amount(given, { label: expectedTotal.displayName, timezone });
	if (expected === undefined) return {};
	const total = totalOf(record);
	const written = withCents(String(expected));
	const isEqual = total !== undefined && centsOf(total) === centsOf(written);
	return {
		expected_total: written,
		total_differs: !isEqual,
		...(!isEqual && {
			warning: `The total in QuickBooks is ${total ?? 'unknown'}, but ${written} was expected. The record has been written: look at its tax and prices.`,
		}),
	};
}

/**
 * Refuses an expected total that is none, or that nobody will compare.
 * @throws FormError before anything is sent.
 */
function requireComparable(form: Form): void {
	if (Object.keys(comparison({}, form)).length > 0)
		requireReadHere(form, expectedTotal.displayName);
}

/** The error for an addition that was carried out, but whose record nobody knows. */
export const withoutRecord = (noun: string): FormError =>
	new FormError(
		`QuickBooks has created the ${noun}, but its answer does not show it.`,
		'Do not run this item again: look for the record in QuickBooks.',
	);

/** What an item says of a payment that QuickBooks has carried out without making one. */
const withoutPayment = {
	payment_created: false,
	meaning:
		'QuickBooks has applied the credits. It has made no payment, and so there is no TxnID, since no money was paid. The credits show in the linked transactions of what they were applied to.',
};

const namedIn = (rows: readonly RecordField[], values: JsonObject): NamedRecord[] =>
	rows.flatMap((row) => {
		const { list, label } = row;
		if (list === undefined) return [];
		const value = values[nameOf(row)];
		return (severalIn(value) ?? [value])
			.filter(isChoice)
			.filter(({ mode }) => mode === 'name')
			.map((one) => ({ label, name: String(one.value).trim(), list }));
	});

/** The records that a form names, by which a refusal can be explained. */
export function namedRecords(
	{ fields, further, lines = [] }: RecordForm,
	{ values }: Form,
): NamedRecord[] {
	return [
		...namedIn(fields, values),
		...namedIn(further, collectionIn(values, 'additionalFields')),
		...lines.flatMap((one) =>
			lineRows(one, values).flatMap((line) => [
				...namedIn(one.fields, line),
				...namedIn(one.further ?? [], collectionIn(line, 'additionalFields')),
			]),
		),
	];
}

/** What sets the Create operation of a record apart, besides its rows. */
interface CreateSpec {
	/**
	 * The request to the record's own endpoint (interface, section 4.3). Undefined for a form with something that the
	 * endpoint does not take.
	 */
	endpoint?: (form: Form) => RequestContent | undefined;
	furtherOptions?: readonly INodeProperties[];
	/** What some forms read before the record is added. */
	readsFirst?: ReadsFirst;
}

/**
 * The request that adds a record, from the form of its Create operation. The record gets an `ExternalGUID` where it can
 * have one, by which the books prove what became of the request.
 * @param complete Makes the values that are added from those of the form.
 */
export function additionOf(
	kind: RecordKind,
	asking: Asking,
	complete: (values: ValuesByPath) => ValuesByPath = (values) => values,
): RequestContent {
	const { form } = asking;
	const chosen = chosenForm(kind, form.values);
	const values = {
		...complete(recordValues(chosen, form)),
		...(showsGuid(asking, chosen.qbxml) && { ExternalGUID: EXTERNAL_GUID }),
	};
	const request = { name: `${chosen.qbxml}AddRq`, values };
	return documentRequest(asking, request, { label: kind.name, labels: labelsOf(chosen) });
}

/** The element that adds the record, from a request for it. Undefined if the request has more than the form knows. */
function additionIn(form: RecordForm, request: RequestContent): RequestElement | undefined {
	const body = bodyOf(request);
	const { request_xml: xml } = body;
	if (xml === undefined) return elementOfBody(form, body);
	return requestInXml(request.writes ?? String(xml))?.children.find(({ name }) =>
		name.endsWith('Add'),
	);
}

/** The fields of a record's form, and of its variants if it has several. */
export const fieldsOfCreate = (
	kind: RecordKind,
	furtherOfForm: readonly INodeProperties[] = [],
): INodeProperties[] => [
	...variantFields(kind),
	...fieldsOfForms(kind, ({ qbxml, fields, lines, further }) => {
		const content = contentOfRecord(qbxml);
		return [
			...leadingFields(content, fields),
			...allLinesFields(content, lines),
			...(further.length > 0 ? [furtherFields(content, further, furtherOfForm)] : []),
		];
	}),
];

/** Makes the Create operation of a record from its rows. What its own endpoint does not take goes out in qbXML. */
export function createRecord(
	kind: RecordKind,
	{ endpoint, furtherOptions = [], readsFirst }: CreateSpec = {},
): QueueingOperation {
	const { noun, value } = kind;
	// The amount of a payment is what was filled in. That of other transactions is worked out from their lines.
	const isTotalGiven = formsOf(kind).some(({ fields }) =>
		fields.some(({ path }) => path === 'TotalAmount'),
	);
	const hasTotal = kind.simplified.some((name) => totalElements.includes(name)) && !isTotalGiven;
	const output = (answers: readonly AnswerElement[], form: Form): IDataObject[] => {
		const records = answers.flatMap(recordsIn);
		const isApplied =
			answers.some(madeNoPayment) &&
			fillsInCreditsAlone(recordValues(chosenForm(kind, form.values), form));
		if (isApplied && records.length === 0) return [withoutPayment];
		if (records.length === 0) throw withoutRecord(noun);
		return records.map((record) => ({
			...shownRecord(record, kind.simplified, form),
			...comparison(record.fields, form),
			...(isApplied && withoutPayment),
		}));
	};
	const addition: ReadingSpec['addition'] = (asking, complete) =>
		additionOf(kind, asking, complete);
	return queueingOperation({
		value: 'create',
		name: 'Create',
		action: `Create ${withArticle(noun)}`,
		description: `Create ${withArticle(noun)} in QuickBooks`,
		answer: formsOf(kind).map(({ qbxml }) => `${qbxml}AddRs`),
		simplified: kind.simplified,
		orderScope: value,
		properties: [connection, orderNumber, ...fieldsOfCreate(kind, hasTotal ? [expectedTotal] : [])],
		furtherOptions: [
			...furtherOptions,
			keepOrderOfItems,
			...(kind.kind === 'transaction' ? [refuseClosedPeriods] : []),
			...settlingOptions,
		],
		needsQbxml: (form) => looksInBooks(form) || endpoint?.(form) === undefined,
		request: (form, qbxml) => {
			requireComparable(form);
			requireAwaited(form);
			const own = endpoint?.(form);
			if (own) return own;
			const content = addition({ form, qbxml });
			if (readsFirst?.isNeeded(form)) {
				// Whatever is wrong with the addition is said before anything is sent.
				orderIdentifier(form, value);
				const { hints } = content;
				return readsFirst.requests({ form, qbxml }).map((read) => ({ ...read, hints }));
			}
			const hint = readsFirst?.hintWithout(form);
			return hint === undefined ? content : { ...content, hints: [...(content.hints ?? []), hint] };
		},
		compareOrder: (form, request) => {
			const chosen = chosenForm(kind, form.values);
			const adds = additionIn(chosen, request);
			if (!adds) return () => unclear('the request has fields of its own');
			const comparison = { form: chosen, filledIn: form, now: Date.now() };
			const { asFilledIn } = readsFirst ?? {};
			return (earlier) => compareOrders(adds, earlier, { ...comparison, asFilledIn });
		},
		output,
		settles: looksInBooks,
		goesOn: readsFirst?.isNeeded,
		then: readsFirst ? 'begun' : 'written',
		steps: readsFirst
			? stepsAfterReading({ noun, readsFirst, addition, output })
			: settlingSteps({ noun, addition: (asking) => addition(asking), output }),
		dateOf: ({ values, timezone }) => {
			const day = date(values.transactionDate, { label: 'Transaction Date', timezone });
			return day === undefined ? undefined : String(day);
		},
		namedRecords: (form) => namedRecords(chosenForm(kind, form.values), form),
	});
}
