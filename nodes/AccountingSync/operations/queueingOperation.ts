import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isDocument } from '../../../queue/calls/envelope';
import type { FieldSpec } from '../../../quickbooks/form/fieldSpec';
import type { Form } from '../../../quickbooks/form/form';
import { optionsQuery } from '../../../quickbooks/form/optionsQuery';
import { type NamedRecord } from '../../../quickbooks/lists/namedRecord';
import type { AnswerElement } from '../../../quickbooks/qbxml/answerFromXml';
import type { Contents } from '../../../quickbooks/qbxml/contents';
import { outputIfNothingFound } from './fields/nothingFound';
import { queueingOptions } from './fields/options';
import { resultFields, type ResultMode } from './fields/result';
import type { OperationFacts } from './operationFacts';
import type { QbxmlKnowledge, RequestContent } from './requestContent';
import type { Steps } from './steps';

/** An operation that queues a request (interface, sections 4.2 and 4.3). */
export interface QueueingOperation extends OperationFacts {
	/**
	 * Makes the request from the form, or several that are asked for one after the other and whose records belong
	 * together. It is pure, and throws a FormError for what the interface forbids.
	 * @param qbxml Only for forms that need it (see `needsQbxml`).
	 */
	request: (form: Form, qbxml?: QbxmlKnowledge) => RequestContent | readonly RequestContent[];
	/**
	 * Reads what the request depends on from the service, such as an earlier request. It comes as `known` of the form. It is
	 * plain JSON, and as small as can be: an execution may sleep with it.
	 * @throws FormError or ServiceError if the item can't go on.
	 */
	readFirst?: (context: IExecuteFunctions, form: Form) => Promise<IDataObject>;
	/** Whether a Retry goes on from what was read first, and does not read it again. */
	goesOnFromFirst?: true;
	/**
	 * What an item gives besides once it has ended, from what the service shows then.
	 * @throws FormError, QueueError or ServiceError if it does not show that. The item has ended all the same.
	 */
	readLast?: (context: IExecuteFunctions, form: Form) => Promise<IDataObject[]>;
	/** What an item gives of which no request is needed any more, from what was read first. Undefined if one is. */
	doneFirst?: (form: Form) => IDataObject[] | undefined;
	/**
	 * Whether the request of a form is made or checked by the facts of qbXML.
	 * @throws FormError for a form from which no request can be made anyway.
	 */
	needsQbxml: (form: Form) => boolean;
	/**
	 * The element of qbXML that answers it, such as `InvoiceAddRs`, or each of several. The output schema has the fields of
	 * their records.
	 */
	answer?: string | readonly string[];
	/** What comes out beside the fields of the record, as the properties of a JSON schema. */
	besides?: IDataObject;
	/** What Simplify keeps of a record, as `simplified` takes it. Undefined if records come out as they are. */
	simplified?: readonly string[];
	/** What it writes for an order, such as `invoice`. It has the field Order Number then. */
	orderScope?: string;
	/**
	 * Compares what a request writes for an order with what a queued request, as the service shows it, wrote under the same number.
	 */
	compareOrder?: (
		form: Form,
		request: RequestContent,
	) => ((earlier: Record<string, unknown>) => Contents) | undefined;
	/** Whether it returns records and writes nothing. A model can take in only so many records. */
	isQuery?: true;
	/** The records that it finds, in plain words. It has the fields Return All and Limit then. */
	finds?: string;
	/**
	 * What the item gives, from the answers to its requests. By default, all their records.
	 * @throws FormError if the answers can't be what was asked for.
	 */
	output?: (answers: readonly AnswerElement[], form: Form) => IDataObject[];
	/** The day of what is written, YYYY-MM-DD. Undefined if the form gives none. */
	dateOf?: (form: Form) => string | undefined;
	/** For an operation of several steps: the steps, and the one that takes what comes of `request`. */
	steps?: Steps;
	then?: string;
	/** Whether its first step sees in the books what its later ones have written. */
	looksFirst?: true;
	/**
	 * For a write that is done when it is answered, and whose steps find out what became of it if nobody knows: whether the
	 * form asks for that.
	 */
	settles?: (form: Form) => boolean;
	/** For the same: whether the form's first requests only read, so that its write is one of the steps. */
	goesOn?: (form: Form) => boolean;
	/**
	 * Whether a request that somebody's lock kept out is made again from the form, though nothing else needs that: whatever has an
	 * output or steps of its own passes locks anyway.
	 */
	passesLocks?: true;
	/** The records that the form names, by which a refusal for an unknown name can be explained. */
	namedRecords?: (form: Form) => readonly NamedRecord[];
}

/** What an operation says of itself. Unless it says otherwise, all its forms need the facts of qbXML. */
export type OperationSpec = Omit<QueueingOperation, 'needsQbxml'> &
	Partial<Pick<QueueingOperation, 'needsQbxml'>>;

/** What sets one queueing operation apart from the others. */
interface QueueingSpec extends OperationSpec {
	/** Its own fields under Options that go out in the query. */
	options?: readonly FieldSpec[];
	/** Further fields under Options that `request` reads itself. */
	furtherOptions?: readonly INodeProperties[];
	/** What it returns unless the user chooses otherwise. */
	result?: ResultMode;
}

/** Makes the operation from its fields and a pure function that turns their values into the request. */
export function queueingOperation({
	options = [],
	furtherOptions = [],
	properties,
	request,
	result = 'wait',
	needsQbxml = () => true,
	...operation
}: QueueingSpec): QueueingOperation {
	return {
		...operation,
		needsQbxml,
		properties: [
			...properties,
			...resultFields(result),
			queueingOptions(options, [
				...(operation.finds === undefined ? [] : [outputIfNothingFound]),
				...furtherOptions,
			]),
		],
		request: (form, qbxml) =>
			[request(form, qbxml)].flat().map((content) => ({
				...content,
				// What a request sets itself counts for more than the options, and Extra Query Parameters for most.
				query: {
					...optionsQuery(form, isDocument(content) ? [] : options),
					...content.query,
					...optionsQuery(form, []),
				},
			})),
	};
}
