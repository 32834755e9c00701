import { earliest } from '../../../../../quickbooks/books/earliest';
import { judgeAddition, type Verdict } from '../../../../../quickbooks/books/judgeAddition';
import {
	isGuidShown,
	requestForRecord,
	requestsForAdded,
} from '../../../../../quickbooks/books/look';
import { type Wanted, wantedOf } from '../../../../../quickbooks/books/wanted';
import { requiredId } from '../../../../../quickbooks/form/form';
import { recordsIn } from '../../../../../quickbooks/qbxml/answer';
import { requestInXml } from '../../../../../quickbooks/qbxml/requestXml';
import { connection } from '../../../../shared/fields/connection';
import { type Asking, knowledgeOf, type RequestContent } from '../../../operations/requestContent';
import { readRequest } from '../../../operations/requestDocument';
import type { Progress } from '../../../operations/steps';

/** What a request writes, by its document. */
export function wantedBy(asking: Asking, xml: string): Wanted {
	const request = requestInXml(xml);
	const wanted = request && wantedOf(knowledgeOf(asking).facts, request);
	if (!wanted) throw new Error("It can't be told what the request writes.");
	return wanted;
}

/** Whether the connection's accounting application keeps and shows the `ExternalGUID` of records of a type. */
export function showsGuid(asking: Asking, type: string): boolean {
	const { facts, desktops } = knowledgeOf(asking);
	const desktop = desktops.get(requiredId(asking.form, connection));
	return isGuidShown(facts, type, desktop?.version);
}

/** Asks for what was added, changed or deleted since a request was queued. */
export const lookForAdded = (asking: Asking, wanted: Wanted, queuedAt: string): RequestContent[] =>
	requestsForAdded(knowledgeOf(asking).facts, wanted, queuedAt).map((request) =>
		readRequest(asking, request, 'Books'),
	);

/** What the answers to `lookForAdded` say of the addition. What was deleted may not have been told. */
export function judgeLook(
	progress: Progress,
	wanted: Wanted,
	{ guid, queuedAt }: { guid: string; queuedAt: string },
): Verdict {
	const [records = [], deleted] = progress.outcomes.map((outcome) =>
		'answers' in outcome ? outcome.answers.flatMap(recordsIn) : undefined,
	);
	return judgeAddition(wanted, guid, {
		records,
		deleted,
		from: earliest(queuedAt),
		showsGuid: showsGuid(progress, wanted.type),
	});
}

/** Asks for one record, with its lines. */
export const readRecord = (asking: Asking, wanted: Wanted, id: string): RequestContent =>
	readRequest(asking, requestForRecord(knowledgeOf(asking).facts, wanted, id), 'Books');
