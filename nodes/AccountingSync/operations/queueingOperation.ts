import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Messages } from '../../../qbxml/facts';
import type { RecordListName } from '../../shared/fields/recordLists';
import type { FieldSpec } from '../../shared/form/fieldSpec';
import type { Form } from '../../shared/form/form';
import { optionsQuery } from '../../shared/form/optionsQuery';
import type { AnswerElement } from '../../shared/qbxml/answerFromXml';
import type { Desktop } from '../../shared/qbxml/desktop';
import type { ServiceContext, ServiceRequest } from '../../shared/transport/client';
import { type Envelope, isDocument } from '../../shared/transport/envelope';
import { queueingOptions } from '../fields/options';
import { resultFields, type ResultMode } from '../fields/result';
import type { OperationFacts } from './operationFacts';
import type { Steps } from './steps';

/** What a request in qbXML is made and checked by. */
export interface QbxmlKnowledge {
	facts: Messages;
	/** The accounting applications that the requests are for, by the IDs of their connections. */
	desktops: ReadonlyMap<string, Desktop>;
}

/** A record that the user gave by its name. */
export interface NamedRecord {
	label: string;
	name: string;
	list: RecordListName;
}

/** Stands in a request for the `ExternalGUID` that the pipeline gives the record. */
export const EXTERNAL_GUID = '{00000000-0000-0000-0000-000000000000}';

/** What an item asks for, without what it is sent with. */
export interface RequestContent extends ServiceRequest {
	/** What the user should know about it although it can be sent. */
	hints?: readonly string[];
	/** Whether the document is written in a version that nobody asked for, so that it may change from one try to the next. */
	isVersionOpen?: boolean;
	/** Whether it only reads, in an operation of several steps. It may be asked for twice and shared by items. */
	isRead?: true;
	/** Whether the item's earlier request for the same has certainly left nothing in the books. */
	isAgain?: true;
}

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
	 * @throws FormError or NodeApiError if the item can't go on.
	 */
	readFirst?: (context: ServiceContext, form: Form, itemIndex: number) => Promise<IDataObject>;
	/**
	 * Whether the request of a form is made or checked by the facts of qbXML. By default it is not.
	 * @throws FormError for a form from which no request can be made anyway.
	 */
	needsQbxml?: (form: Form) => boolean;
	/** How the pipeline adds the identifier and the webhook address, if they don't go in the query. */
	enclose?: (content: ServiceRequest, envelope: Envelope) => ServiceRequest;
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
	/** Whether it returns records and writes nothing. A model can take in only so many records. */
	isQuery?: true;
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
	/**
	 * For a write that is done when it is answered, and whose steps find out what became of it if nobody knows: whether the
	 * form asks for that.
	 */
	settles?: (form: Form) => boolean;
	/** The records that the form names, by which a refusal for an unknown name can be explained. */
	namedRecords?: (form: Form) => readonly NamedRecord[];
}

/** What sets one queueing operation apart from the others. */
interface QueueingSpec extends QueueingOperation {
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
	furtherOptions,
	properties,
	request,
	result = 'wait',
	...operation
}: QueueingSpec): QueueingOperation {
	return {
		...operation,
		properties: [...properties, ...resultFields(result), queueingOptions(options, furtherOptions)],
		request: (form, qbxml) => {
			return [request(form, qbxml)].flat().map((content) => ({
				...content,
				query: { ...content.query, ...optionsQuery(form, isDocument(content) ? [] : options) },
			}));
		},
	};
}
