import { setTimeout as delay } from 'node:timers/promises';

import { hresults } from '../../quickbooks/rules/desktopCodes';
import { locks } from '../../quickbooks/rules/statuses';
import type { Colleague } from '../colleague/colleague';
import type { Company } from '../company/types';
import type { Faults } from '../faults/faults';
import type { Session } from '../qbxml/protocol/session';
import { RequestProcessorError, severityOf, statusOf } from '../qbxml/protocol/status-errors';
import { answerRequest, refuseRequests, requestNameOf } from '../qbxml/request-processor';

/** What a connector can report for a request: a response, or the reason why there is none. */
interface Processed {
	response: string;
	hresult: string;
	message: string;
}

/** The accounting application or the connector died during a request, so nothing is reported. */
interface Died {
	died: 'silently' | 'noticed';
}

interface Processor {
	company: Company;
	session: Session;
	faults: Faults;
	colleague: Colleague;
	/** Cuts delays short. */
	stop: AbortSignal;
}

const failed = (hresult: string, message: string): Processed => ({
	response: '',
	hresult,
	message,
});

const dialogIsOpen = failed(
	'0x80040414',
	'A modal dialog box is showing in the QuickBooks user interface.',
);

const answered = (response: string): Processed => ({ response, hresult: '', message: '' });

async function pause(seconds: number, stop: AbortSignal): Promise<void> {
	try {
		await delay(seconds * 1000, undefined, { signal: stop });
	} catch (error) {
		if (!stop.aborted) throw error;
	}
}

function answer(
	{ company, session, faults }: Processor,
	requestXml: string,
	request: string,
	/** Whether the company file keeps the answer. */
	keeps = true,
): Processed {
	const stores = faults.take('unstored', request) === undefined && keeps;
	const warned = faults.take('warned', request);
	const warning = warned && statusOf(warned.status_code, ...warned.about);
	try {
		return answered(answerRequest(company, session, requestXml, { stores, warning }));
	} catch (error) {
		if (!(error instanceof RequestProcessorError)) throw error;
		return failed(error.hresult, error.message);
	}
}

/** The words of the table as a sentence. What QuickBooks says itself is not known of most codes. */
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/**
 * Processes a request, with the desktop's pending faults: it can take long, find a dialog open, be refused with a status, or
 * end without a response, carried out or not, or with an error of the request processor. A colleague may change something right before it is carried out.
 */
export async function process(processor: Processor, requestXml: string): Promise<Processed | Died> {
	const { company, faults, colleague, stop } = processor;
	const name = requestNameOf(requestXml);
	const slow = faults.take('slow', name);
	if (slow) await pause(slow.seconds, stop);
	if (faults.take('busy', name)) return dialogIsOpen;
	const refused = faults.take('refused', name);
	if (refused) {
		const { status_code: code, status_message } = refused;
		const message = status_message ?? `The request was refused with status ${code}.`;
		return answered(refuseRequests(requestXml, { code, severity: severityOf(code), message }));
	}
	const locked = faults.take('locked', name);
	if (locked) {
		const { status_code: code } = locked;
		const record = name.replace(/(?:Add|Mod|Del|Void)Rq$/, '').toLowerCase();
		return answered(refuseRequests(requestXml, statusOf(code, record, locks[code].saying)));
	}
	const fault = faults.take('hresult', name);
	if (fault) {
		const { means, carriedOut } = hresults[fault.hresult];
		if (fault.carried_out ?? carriedOut !== 'no') {
			colleague.beforeRequest(company, requestXml);
			answer(processor, requestXml, name);
		}
		return failed(fault.hresult, sentence(means));
	}
	const unanswered = faults.take('unanswered', name);
	const died: Died = { died: unanswered?.silent ? 'silently' : 'noticed' };
	if (unanswered?.carried_out === false) return died;
	colleague.beforeRequest(company, requestXml);
	const keeps = unanswered === undefined || unanswered.kept === true;
	const processed = answer(processor, requestXml, name, keeps);
	return unanswered ? died : processed;
}
