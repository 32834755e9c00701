import { randomUUID } from 'node:crypto';

import { createInvoice } from '../../service/prebuilt/writes/create-invoice';
import { plain } from '../../service/prebuilt/written-for';
import { newRecord } from '../../service/queue/enqueue';
import type { Store } from '../../service/store/database';
import type { NewRecord } from '../../service/store/queued-requests';
import type { RequestState } from '../../service/store/states';
import { storedAnswer } from '../../test/support/answers';
import { invoice, invoiceAnswers } from '../support/invoices';

const ROWS_AT_ONCE = 100;

/** The longest queue covers the last 28 hours. */
const MILLISECONDS_APART = 1000;
const FIRST = Date.now() - 100_000 * MILLISECONDS_APART;

/** One in ten waits, one in a hundred failed, the others are done; one in a thousand could not be delivered. */
function stateAt(index: number): RequestState {
	if (index % 10 === 0) return 'waiting';
	return index % 100 === 1 ? 'error' : 'response_received';
}

function facts(connectionId: string, index: number) {
	const id = randomUUID();
	return {
		id,
		page_request_id: id,
		connection_id: connectionId,
		page: 1,
		iterates: 0 as const,
		answer_filter: null,
		webhook_url: `https://receiver.example/hook/${index}`,
		caller_is_private: 0 as const,
	};
}

function recordAt(
	connectionId: string,
	index: number,
	answerTo: (refNumber: string) => string,
): NewRecord {
	const { request } = createInvoice.request({}, invoice(index));
	const record = newRecord({
		...facts(connectionId, index),
		request: { version: '16.0', request: plain(request) },
	});
	const moment = new Date(FIRST + index * MILLISECONDS_APART).toISOString();
	const queued = { ...record, inserted_at: moment, updated_at: moment };
	const state = stateAt(index);
	if (state === 'waiting') return queued;
	const response_xml = answerTo(`R-${index}`);
	return {
		...queued,
		state,
		webhook_state: index % 1000 === 2 ? 'failed' : 'succeeded',
		response_xml,
		response_json: storedAnswer(response_xml).json,
		error: state === 'error' ? '{"code":"3140","message":"No such customer."}' : null,
	};
}

/** Fills a connection’s queue from one length to another, with invoices that were created and some that wait. */
export async function fillQueue(
	store: Store,
	connectionId: string,
	{ from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
	const answerTo = invoiceAnswers();
	await store.transaction().execute(async (transaction) => {
		for (let index = from; index < to; index += ROWS_AT_ONCE) {
			const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, to - index) }, (_, place) =>
				recordAt(connectionId, index + place, answerTo),
			);
			await transaction.insertInto('queued_requests').values(rows).execute();
		}
	});
}
