import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { openHistory, shownIn } from '../../../../queue/reader/history';
import { provesItself } from '../../../../queue/requests/identifiers';
import {
	hasFailed,
	isTerminal,
	type QueuedRecord,
	wroteNothing,
} from '../../../../queue/requests/queuedRecord';
import type { RecordOfOrder } from '../../../../quickbooks/books/givenOrder';
import { ORDER_NUMBER } from '../../../../quickbooks/books/keyRules';
import { chosenIn } from '../../../../quickbooks/form/choice';
import { type Form, requiredId } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { once } from '../../../../quickbooks/form/once';
import { elementsIn, recordsIn } from '../../../../quickbooks/qbxml/answer';
import type { Unclear } from '../../../../quickbooks/qbxml/certainty';
import { formsOf, type RecordKind } from '../../../../quickbooks/records/record';
import { records } from '../../../../quickbooks/records/registry';
import { connection } from '../../../shared/fields/connection';
import { serviceOf } from '../../../shared/transport/service';
import { orderIdentifierOf } from '../../operations/fields/orderNumber';

/** One history for all items of a run that ask about the same kind of record on the same connection. */
const histories = once<IExecuteFunctions, ReturnType<typeof openHistory>>();

const numberIn = (value: unknown): string => String(chosenIn(value) ?? '').trim();

/** The identifiers of the orders of all items. One whose number can't be read ends in an error of its own. */
function identifiersOf(context: IExecuteFunctions, kind: string): string[] {
	const numbers = [...context.getInputData().keys()].map((itemIndex) => {
		try {
			return numberIn(context.getNodeParameter('number', itemIndex, ''));
		} catch {
			return '';
		}
	});
	return [...new Set(numbers)]
		.filter((number) => number !== '')
		.map((number) => orderIdentifierOf(kind, number));
}

/** Tells whether a request adds a record of a kind, by its elements. */
export function addsKind(kind: RecordKind | undefined): (elements: readonly string[]) => boolean {
	const additions = new Set(formsOf(kind ?? {}).map(({ qbxml }) => `${qbxml}AddRq`));
	return (elements) => elements.some((element) => additions.has(element));
}

/**
 * The newest of the requests that were found. One that certainly wrote nothing does not count beside others.
 * @param oldestFirst Those requests.
 * @param doubt The error for others that may be hidden.
 */
export function newestOf(
	oldestFirst: readonly QueuedRecord[],
	doubt: FormError | undefined,
): QueuedRecord | undefined {
	const newestFirst = [...oldestFirst].reverse();
	const written = newestFirst.find((one) => !wroteNothing(one));
	// Another may have written it.
	if (!written && doubt) throw doubt;
	return written ?? newestFirst.at(0);
}

const historyOf = (context: IExecuteFunctions, connectionId: string, kind: string) =>
	histories(context, `${connectionId} ${kind}`, () =>
		openHistory(serviceOf(context), connectionId, {
			phrases: identifiersOf(context, kind),
			mayBeIt: addsKind(records.find(({ value }) => value === kind)),
			arePrebuilt: false,
			isOurs: provesItself,
		}),
	);

/** What a request that was made for an order has written. */
function writtenBy(request: QueuedRecord): RecordOfOrder {
	if (!isTerminal(request)) {
		return {
			why: `It had not been written when this run began: request ${request.id} was waiting for the desktop.`,
		};
	}
	if (wroteNothing(request)) return { why: `QuickBooks has refused it, in request ${request.id}.` };
	const [record] = hasFailed(request) ? [] : elementsIn(request).flatMap(recordsIn);
	return record
		? { recordId: String(record.fields.TxnID) }
		: {
				why: `Nobody knows whether request ${request.id} was carried out. Books > Find Out What Happened looks for it.`,
			};
}

/**
 * Asks the queue which record was written for the order of a form, if that is how it is to be found.
 * @throws FormError if the service can't tell.
 */
export async function readRecordOfOrder(
	context: IExecuteFunctions,
	form: Form,
): Promise<IDataObject> {
	const { matchBy, recordType, number: given } = form.values;
	const number = numberIn(given);
	if (matchBy !== ORDER_NUMBER || number === '') return {};
	const history = await historyOf(context, requiredId(form, connection), String(recordType));
	const identifier = orderIdentifierOf(String(recordType), number);
	const { found, doubt } = await shownIn(history, (one) => one === identifier, new Map());
	const request = newestOf(
		found.map(({ record }) => record),
		doubt && unknown(number, doubt),
	);
	const nothing =
		'Nothing was written under this Order Number, as far as the queue of this connection shows.';
	return request ? { ...writtenBy(request) } : { why: nothing };
}

const unknown = (number: string, { because }: Unclear): FormError =>
	new FormError(
		`This service can't tell what was written for order "${number}", since ${because}.`,
		'Choose something else under Match By.',
	);
