import { type Form, isOptionOn, requiredId } from '../../../quickbooks/form/form';
import {
	checkForDesktop,
	requireVersion,
	type Source,
} from '../../../quickbooks/qbxml/checkForDesktop';
import { checkEnvelope, type Problem } from '../../../quickbooks/qbxml/checkRequest';
import type { RequestDocument, RequestElement } from '../../../quickbooks/qbxml/requestXml';
import { connection } from '../../shared/fields/connection';
import { sendWithoutChecking } from './fields/sendWithoutChecking';
import type { QbxmlKnowledge } from './requestContent';

/** Whether the user wants the request checked before it is queued. */
export const isChecked = (form: Form): boolean => !isOptionOn(form, sendWithoutChecking);

/** For a form that always checks what it makes. */
export const ADVICE_FOR_FORM = 'Nothing was sent. These are the rules of the US edition.';
const ADVICE = `Nothing was sent. To send it as it is, switch on Options > ${sendWithoutChecking.displayName}. These are the rules of the US edition.`;

/**
 * Checks requests by the facts of qbXML, and by what the connection's accounting application understands.
 * @returns What the user should know although the requests can be sent.
 * @throws FormError with the first problem, and all others in its description.
 */
export const checkRequests = (
	{ facts, desktops }: QbxmlKnowledge,
	form: Form,
	requests: readonly RequestElement[],
	source: Omit<Source, 'advice' | 'labels'>,
	envelope: readonly Problem[] = [],
): string[] =>
	checkForDesktop(
		facts,
		desktops.get(requiredId(form, connection)),
		requests,
		{ ...source, advice: ADVICE },
		envelope,
	);

/** Checks a document: its outermost elements, its version and its requests. See `checkRequests`. */
export function checkDocument(
	qbxml: QbxmlKnowledge,
	form: Form,
	{ version, root }: RequestDocument,
	given: { xml: string; before: string },
): string[] {
	const label = 'Request XML';
	const { problems, requests } = checkEnvelope(root);
	const source = { label, version: requireVersion(version, label), ...given };
	return checkRequests(qbxml, form, requests, source, problems);
}
