import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import { trueOrFalse } from '../../shared/form/convert';
import { type Form, requiredId } from '../../shared/form/form';
import { checkForDesktop, requireVersion, type Source } from '../../shared/qbxml/checkForDesktop';
import { checkEnvelope, type Problem } from '../../shared/qbxml/checkRequest';
import type { RequestDocument, RequestElement } from '../../shared/qbxml/requestXml';
import { sendWithoutChecking } from '../fields/sendWithoutChecking';
import type { QbxmlKnowledge } from './requestContent';

/** Whether the user wants the request checked before it is queued. */
export const isChecked = ({ values, timezone }: Form): boolean =>
	trueOrFalse((values.options as IDataObject | undefined)?.[sendWithoutChecking.name], {
		label: sendWithoutChecking.displayName,
		timezone,
	}) !== true;

/** What a user can do who knows better. */
const adviceFor = (wayRound: string): string =>
	`The item was not queued. If you are sure that QuickBooks accepts it, ${wayRound}.`;

/** For a form that always checks what it makes. */
export const ADVICE_FOR_FORM = adviceFor('queue it with Queued Request: Create');
const ADVICE = adviceFor(`switch on Options > ${sendWithoutChecking.displayName}`);

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
