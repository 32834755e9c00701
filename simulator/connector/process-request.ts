import { setTimeout as delay } from 'node:timers/promises';

import type { Colleague } from '../colleague/colleague';
import type { Company } from '../company/types';
import type { Faults } from '../faults/faults';
import type { Session } from '../qbxml/protocol/session';
import { RequestProcessorError, severityOf } from '../qbxml/protocol/status-errors';
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

const dialogIsOpen: Processed = {
	response: '',
	hresult: '0x80040414',
	message: 'A modal dialog box is showing in the QuickBooks user interface.',
};

const answered = (response: string): Processed => ({ response, hresult: '', message: '' });

async function pause(seconds: number, stop: AbortSignal): Promise<void> {
	try {
		await delay(seconds * 1000, undefined, { signal: stop });
	} catch (error) {
		if (!stop.aborted) throw error;
	}
}

function answer({ company, session }: Processor, requestXml: string): Processed {
	try {
		return answered(answerRequest(company, session, requestXml));
	} catch (error) {
		if (!(error instanceof RequestProcessorError)) throw error;
		return { response: '', hresult: error.hresult, message: error.message };
	}
}

/**
 * Processes a request, with the desktop's pending faults: it can take long, find a dialog open, be refused with a status, or
 * end without a response, carried out or not. A colleague may change something right before it is carried out.
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
	const unanswered = faults.take('unanswered', name);
	const died: Died = { died: unanswered?.silent ? 'silently' : 'noticed' };
	if (unanswered?.carried_out === false) return died;
	colleague.beforeRequest(company, requestXml);
	const processed = answer(processor, requestXml);
	return unanswered ? died : processed;
}
