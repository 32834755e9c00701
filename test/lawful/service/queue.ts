import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

import type { Answer, Company } from './company';
import { chance, type Reading, shuffled } from './readings';
import {
	deliveryBody,
	headerNames,
	identified,
	isFound,
	isTerminal,
	signatureHeaders,
	type State,
	type StoredRecord,
	time,
	webhookStateBefore,
	withoutIterator,
} from './record';
import { type Asked, invalid, Refusal, requestsIn } from './requests';
import { child, copy, type Element, element, textAt, write } from './xml';

/** One request element that the desktop carried out, in the order in which it did. */
export interface LedgerEntry {
	connectionId: string;
	recordId: string;
	/** For example `InvoiceAdd`. */
	kind: string;
	/** The request element as it was carried out. */
	requestXml: string;
	/** The caller's own identifier, wherever the service left it. */
	identifier?: string;
	refNumber?: string;
	/** ListID or name of the customer. */
	customer?: string;
	/** Page of an iterated request, from 1. */
	page?: number;
	refused: boolean;
}

/** One try to deliver. */
export interface Delivery {
	url: string;
	body: string;
	headers: Record<string, string>;
	status: number | 'no answer' | 'under way';
	/** What the receiver answered. */
	answer?: string;
	recordId: string;
	/** From 1, as the service counts; undefined without pages. */
	page?: number;
}

/** A request in front of the desktop. */
export interface Candidate {
	connectionId: string;
	recordId: string;
	page?: number;
	/** Kinds of its request elements, such as `InvoiceAdd`. */
	kinds: string[];
	refNumber?: string;
	requestXml: string;
}

export type Choice = (candidate: Candidate) => boolean;

/** When the desktop dies with a request, if it does: right before or right after carrying it out. */
export type Death = 'before' | 'after' | undefined;

/** Counts what is under way and tells when nothing is. */
export class Busy {
	#count = 0;
	#waiting: Array<() => void> = [];

	enter(): void {
		this.#count++;
	}

	leave(): void {
		if (--this.#count > 0) return;
		for (const go of this.#waiting.splice(0)) go();
	}

	during<Result>(work: Promise<Result>): Promise<Result> {
		this.enter();
		return work.finally(() => this.leave());
	}

	async settled(): Promise<void> {
		while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
	}
}

const kindOf = (request: Element): string => request.name.replace(/Rq$/, '');

/** The records of queued requests, what the desktop does with them, and their webhooks (sections 2.2, 3 and 6). */
export class Queue {
	records: StoredRecord[] = [];
	readonly ledger: LedgerEntry[] = [];
	readonly deliveries: Delivery[] = [];
	isDesktopOn = true;
	holdsBack: Choice = () => false;
	refuses: Choice = () => false;
	dies: (candidate: Candidate) => Death = () => undefined;
	/** Milliseconds by which the clock is ahead. */
	clockAhead: number;

	readonly #reading: Reading;
	readonly #random: () => number;
	#sequence = 0;
	#number = 0;
	#lastTime = -Infinity;
	/** Deliveries of one request go out one after the other. */
	readonly #lines = new Map<string, Promise<void>>();
	readonly #failed = new Map<StoredRecord, number>();
	readonly #cut = new AbortController();

	constructor(
		reading: Reading,
		readonly busy: Busy,
		readonly secret: string,
		readonly company: (connectionId: string) => Company,
	) {
		this.#reading = reading;
		this.#random = chance(reading.seed);
		this.clockAhead = reading.clockAhead;
		// Any number of deliveries may be under way.
		setMaxListeners(0, this.#cut.signal);
	}

	/** The service's clock; no two records get the same millisecond. */
	now(): number {
		const now = Date.now() + this.clockAhead;
		this.#lastTime = now > this.#lastTime || now < this.#lastTime - 1000 ? now : this.#lastTime + 1;
		return this.#reading.resolution === 'seconds'
			? Math.floor(this.#lastTime / 1000) * 1000
			: this.#lastTime;
	}

	/** Queues a request; gives the record that the call answers with. */
	add(connectionId: string, asked: Asked): StoredRecord {
		const document =
			asked.document && identified(asked.document, this.#reading, () => ++this.#number);
		const make = (part: StoredRecord['part'], id: string): StoredRecord =>
			this.#make({
				id,
				connectionId,
				part,
				asked,
				document,
				page: part === 'page' ? 1 : undefined,
			});
		if (!asked.iterates) return make('alone', randomUUID());
		if (this.#reading.recordOfIterated !== 'own record') return make('page', randomUUID());
		const whole = make('whole', randomUUID());
		make('page', whole.id);
		return whole;
	}

	#make(
		given: Pick<StoredRecord, 'id' | 'connectionId' | 'part' | 'asked' | 'document' | 'page'>,
	): StoredRecord {
		const now = this.now();
		const record: StoredRecord = {
			...given,
			sequence: ++this.#sequence,
			pageRequestId: given.part === 'page' ? randomUUID() : undefined,
			hidden: false,
			state: 'waiting',
			webhookState: 'not_applicable',
			attempts: [],
			insertedAt: now,
			updatedAt: now,
			looks: 0,
			lists: 0,
			answered: false,
		};
		record.webhookState = webhookStateBefore(record, this.#reading);
		this.records.push(record);
		return record;
	}

	/** All records with an id that there are for somebody outside. */
	withId(id: string): StoredRecord[] {
		return this.records.filter((one) => one.id === id.toLowerCase() && !one.hidden);
	}

	/** GET /queued_requests/{request_id} (section 4.2). */
	read(id: string): StoredRecord {
		const own = this.#reading.pageFoundByOwnId
			? this.records.find((one) => one.pageRequestId === id.toLowerCase() && !one.hidden)
			: undefined;
		const all = this.withId(id);
		const record = own ?? (this.#reading.recordOfIterated === 'newest page' ? all.at(-1) : all[0]);
		if (record === undefined)
			throw new Refusal('not_found', 'The queued request was not found or has been deleted.');
		this.#look(record);
		return record;
	}

	#look(record: StoredRecord): void {
		if (isTerminal(record)) record.looks++;
	}

	/** GET /connections/{connection_id}/queued_requests (section 4.2). */
	list(
		connectionId: string,
		query: URLSearchParams,
	): { records: StoredRecord[]; page: number; pages: number } {
		const whole = (name: string, lowest: number, highest: number, usual: number): number => {
			const text = query.get(name);
			if (text === null) return usual;
			const number = /^-?\d+$/.test(text) ? Number(text) : NaN;
			if (number >= lowest && number <= highest) return number;
			if (Number.isNaN(number) || this.#reading.beyondBounds === 'invalid_request')
				throw invalid(`${name} has to be from ${lowest} to ${highest}.`);
			return Math.min(Math.max(number, lowest), highest);
		};
		const oneOf = (name: string, values: readonly string[]): string | undefined => {
			const text = query.get(name) ?? undefined;
			if (text !== undefined && !values.includes(text)) throw invalid(`${name} is not valid.`);
			return text;
		};
		const page = whole('page', 1, Number.MAX_SAFE_INTEGER, 1);
		const size = whole('page_size', 1, 100, 20);
		const sort = oneOf('sort', ['inserted_at', 'updated_at']) ?? 'inserted_at';
		const direction = oneOf('sort_direction', ['asc', 'desc']) === 'asc' ? 1 : -1;
		const state = oneOf('state', states);
		const webhookState = oneOf('webhook_state', [
			'not_applicable',
			'pending',
			'succeeded',
			'failed',
		]);
		const phrase = query.get('search_phrase') ?? '';

		const mine = this.records.filter((one) => one.connectionId === connectionId && !one.hidden);
		for (const one of mine) one.lists++;
		const newest = new Set(mine.slice(-20));
		const at = (one: StoredRecord): number =>
			sort === 'inserted_at' ? one.insertedAt : one.updatedAt;
		const shownState = (one: StoredRecord): State =>
			isTerminal(one) && one.looks + 1 < this.#reading.completionShownFrom ? 'sent' : one.state;
		const matching = mine.filter(
			(one) =>
				one.lists >= this.#reading.listedFrom &&
				(this.#reading.pagesListed === 'every page' || (one.page ?? 1) === 1) &&
				(state === undefined || shownState(one) === state) &&
				(webhookState === undefined || one.webhookState === webhookState) &&
				(phrase === '' ||
					(isFound(one, phrase, this.#reading) &&
						(this.#reading.searchLooks !== 'at the newest 20' || newest.has(one)))),
		);
		const tied =
			this.#reading.ties === 'shuffled'
				? shuffled(matching, this.#random)
				: [...matching].sort(
						(one, other) =>
							(one.sequence - other.sequence) *
							direction *
							(this.#reading.ties === 'in order' ? 1 : -1),
					);
		const sorted = tied.sort((one, other) => (at(one) - at(other)) * direction);
		const records = sorted.slice((page - 1) * size, page * size);
		for (const record of records) this.#look(record);
		const pages = Math.ceil(sorted.length / size);
		return { records, page, pages: pages || this.#reading.totalPagesOfNothing };
	}

	/** DELETE /queued_requests/{request_id} (section 4.4). */
	delete(id: string, force: boolean): void {
		const all = this.records.filter((one) => one.id === id.toLowerCase());
		if (all.length === 0) return;
		const active = this.records.some(
			(one) => one.connectionId === all[0].connectionId && ['ticketed', 'sent'].includes(one.state),
		);
		if (active)
			throw new Refusal('connection_active', 'The connection is active; disconnect first.');
		if (!force && !all.every(isTerminal))
			throw new Refusal('invalid_state', 'The queued request is not in a terminal state.');
		this.remove(id);
	}

	remove(id: string): void {
		this.records = this.records.filter((one) => one.id !== id.toLowerCase());
	}

	removeConnection(connectionId: string): void {
		this.records = this.records.filter((one) => one.connectionId !== connectionId);
	}

	/** Takes a waiting request out before it is carried out. */
	discard(id: string): void {
		for (const record of this.withId(id))
			if (!isTerminal(record)) Object.assign(record, { state: 'discarded', updatedAt: this.now() });
	}

	/** Carries out and delivers what waits, where the desktop is on. */
	async wake(): Promise<void> {
		if (this.isDesktopOn) await Promise.all(this.#deliverAll(this.#work(Infinity, false)));
	}

	/** Carries out what waits, or at most some of it; returns how many once all is delivered. */
	async run(most: number): Promise<number> {
		const done = this.#work(most, true);
		await this.busy.during(Promise.all(this.#deliverAll(done)));
		return done.length;
	}

	/** Hands waiting requests over to the desktop without an answer yet: they are `sent`. */
	begin(most: number): number {
		let begun = 0;
		for (const record of this.records)
			if (
				['waiting', 'retryable'].includes(record.state) &&
				record.part !== 'whole' &&
				begun < most
			) {
				Object.assign(record, { state: 'sent', updatedAt: this.now() });
				begun++;
			}
		return begun;
	}

	#work(most: number, evenUnanswered: boolean): StoredRecord[] {
		const done: StoredRecord[] = [];
		const heldBack = new Set<StoredRecord>();
		const early = evenUnanswered || this.#reading.deliveryMoment === 'before the call is answered';
		for (;;) {
			if (done.length >= most) return done;
			const record = this.#next(
				(one) => !heldBack.has(one) && (early || one.answered || (one.page ?? 1) > 1),
			);
			if (record === undefined) return done;
			if (this.holdsBack(this.#candidate(record))) {
				heldBack.add(record);
				Object.assign(record, { state: 'retryable', updatedAt: this.now() });
				record.error = this.#reading.retryableShowsError
					? { message: 'The company file is busy.', code: 'busy' }
					: undefined;
				continue;
			}
			this.#carryOut(record);
			done.push(record);
		}
	}

	#next(isReady: (record: StoredRecord) => boolean): StoredRecord | undefined {
		const ready = this.records.filter(
			(one) => !isTerminal(one) && one.part !== 'whole' && isReady(one),
		);
		const isRead = (one: StoredRecord): boolean =>
			requestsIn(one.document).every((each) => each.name.endsWith('QueryRq'));
		switch (this.#reading.picksUp) {
			case 'oldest first':
				return ready[0];
			case 'newest first':
				return ready.at(-1);
			case 'reads first':
				return ready.find(isRead) ?? ready[0];
			case 'shuffled':
				return ready[Math.floor(this.#random() * ready.length)];
		}
	}

	#candidate(record: StoredRecord): Candidate {
		const requests = requestsIn(record.document);
		return {
			connectionId: record.connectionId,
			recordId: record.id,
			page: record.page,
			kinds: requests.map(kindOf),
			refNumber: requests.map(refNumber).find((one) => one !== undefined),
			requestXml: requests.map(write).join(''),
		};
	}

	#carryOut(record: StoredRecord): void {
		const company = this.company(record.connectionId);
		const message = child(record.document, 'QBXMLMsgsRq');
		if (message === undefined) {
			const text = 'QuickBooks found an error when parsing the provided XML text stream.';
			this.#finish(record, undefined, { message: text, code: '0x80040400' });
			return;
		}
		const death = this.dies(this.#candidate(record));
		if (death === 'before') return this.#breakOff(record);
		const answers: Answer[] = [];
		const identifiers = requestsIn(record.asked.document).map((one) => one.attributes.requestID);
		for (const [index, request] of message.children.entries()) {
			const refuses = this.refuses(this.#candidate(record));
			const answer = refuses ? company.refuse(request) : company.carryOut(request);
			const { requestID } = request.attributes;
			if (this.#reading.answerRepeats && requestID !== undefined)
				answer.answer.attributes = { requestID, ...answer.answer.attributes };
			const keeps = record.asked.keepsRecord;
			if (keeps) answer.answer.children = answer.answer.children.filter(keeps);
			answers.push(answer);
			this.ledger.push({
				connectionId: record.connectionId,
				recordId: record.id,
				kind: kindOf(request),
				requestXml: write(request),
				identifier: identifiers[index],
				refNumber: refNumber(request),
				customer: customerOf(request),
				page: record.page,
				refused: answer.refused,
			});
			if (answer.refused && message.attributes.onError === 'stopOnError') break;
		}
		if (death === 'after') return this.#breakOff(record);
		const { iteratorID, iteratorRemainingCount } = answers[0]?.answer.attributes ?? {};
		if (record.asked.iterates && !this.#reading.iteratorShown)
			for (const { answer } of answers) withoutIterator(answer);
		const document = element(
			'QBXMLMsgsRs',
			answers.map((one) => one.answer),
		);
		const refusal = answers.find((one) => one.refused)?.answer;
		const nothing = answers.find((one) => one.answer.attributes.statusCode === '1')?.answer;
		if (refusal && this.#reading.refusal !== 'answer alone')
			this.#finish(record, document, this.#failure(refusal));
		else if (nothing && this.#reading.nothingFound === 'error')
			this.#finish(record, document, this.#failure(nothing));
		else this.#finish(record, document);
		const remains = Number(iteratorRemainingCount ?? 0) > 0;
		if (record.asked.iterates && remains && !refusal) this.#nextPage(record, iteratorID);
		else if (record.asked.iterates) this.#finishWhole(record);
	}

	/** Nobody knows whether the request took effect (section 3). */
	#breakOff(record: StoredRecord): void {
		const message = 'The connection ended before there was an answer.';
		this.#finish(record, undefined, { message, code: 'connection_error' });
		if (record.asked.iterates) this.#finishWhole(record);
	}

	#failure(answer: Element): 'unsaid' | NonNullable<StoredRecord['error']> {
		const { statusCode, statusMessage, statusSeverity } = answer.attributes;
		if (this.#reading.refusal === 'no error object') return 'unsaid';
		const code = this.#reading.refusal === 'word as code' ? 'application_error' : statusCode;
		return { message: statusMessage, code, details: { severity: statusSeverity } };
	}

	#finish(
		record: StoredRecord,
		answer: Element | undefined,
		failure?: 'unsaid' | StoredRecord['error'],
	): void {
		const now = this.now();
		if (record.hidden && this.#reading.pageTimes === 'own') record.insertedAt = now;
		Object.assign(record, {
			state: failure === undefined ? 'response_received' : 'error',
			answer,
			error: failure === 'unsaid' ? undefined : failure,
			hidden: false,
			updatedAt: this.#reading.pageTimes === 'own' ? now : record.insertedAt,
		});
		const finished = this.records.filter(
			(one) => one.connectionId === record.connectionId && isTerminal(one),
		);
		const forgotten = new Set(
			finished.slice(0, Math.max(0, finished.length - this.#reading.keeps)),
		);
		this.records = this.records.filter((one) => !forgotten.has(one));
	}

	#nextPage(record: StoredRecord, iteratorID: string): void {
		const document = copy(record.document as Element);
		for (const request of requestsIn(document))
			request.attributes = { ...request.attributes, iterator: 'Continue', iteratorID };
		const next = this.#make({ ...record, page: (record.page ?? 1) + 1, document });
		next.hidden = this.#reading.nextPage === 'when answered';
		next.firstDocument = record.firstDocument ?? record.document;
		next.answered = true;
		if (this.#reading.pageTimes === 'of the first page')
			next.insertedAt = next.updatedAt = record.insertedAt;
	}

	#finishWhole(last: StoredRecord): void {
		const whole = this.withId(last.id).find((one) => one.part === 'whole');
		if (whole === undefined) return;
		const { state, error } = last;
		const webhookState = whole.asked.webhookUrl === undefined ? 'not_applicable' : 'succeeded';
		Object.assign(whole, { state, error, webhookState, updatedAt: this.now() });
	}

	#deliverAll(done: StoredRecord[]): Array<Promise<void>> {
		const due = done.filter(
			(one) =>
				one.asked.webhookUrl !== undefined &&
				(one.state !== 'error' || this.#reading.deliversErrors),
		);
		const all = this.#reading.deliveredTimes === 2 ? due.flatMap((one) => [one, one]) : due;
		switch (this.#reading.deliveryOrder) {
			case 'in order':
				return all.map((one) => this.#inLine(one));
			case 'last first':
				return [...all].reverse().map((one) => this.#inLine(one));
			case 'shuffled':
				return shuffled(all, this.#random).map((one) => this.#inLine(one));
			case 'all at once':
				return all.map((one) => this.busy.during(this.#deliver(one)));
		}
	}

	#inLine(record: StoredRecord): Promise<void> {
		const before = this.#lines.get(record.id) ?? Promise.resolve();
		const own = this.busy.during(before.then(() => this.#deliver(record)));
		this.#lines.set(record.id, own);
		return own;
	}

	/** Gives failed deliveries their next try. */
	async deliverAgain(times: number): Promise<void> {
		for (let time = 0; time < times; time++) {
			const again = [...this.#failed].filter(([, tries]) => tries <= this.#reading.secondTries);
			await Promise.all(again.map(([record]) => this.#inLine(record)));
		}
	}

	async #deliver(record: StoredRecord): Promise<void> {
		const url = record.asked.webhookUrl;
		if (url === undefined || this.#cut.signal.aborted) return;
		const body = JSON.stringify(deliveryBody(record, this.now(), this.#reading));
		const headers = headerNames(
			{
				'Content-Type': this.#reading.contentType,
				'Content-Length': String(Buffer.byteLength(body)),
				...signatureHeaders(body, this.secret, this.#reading),
			},
			this.#reading,
		);
		const delivery: Delivery = {
			url,
			body,
			headers,
			status: 'under way',
			recordId: record.id,
			page: record.page,
		};
		this.deliveries.push(delivery);
		const { status, answer } = await this.#post(url, headers, body);
		Object.assign(delivery, { status, answer });
		record.attempts.push({
			attempted_at: time(this.now(), this.#reading),
			response: status === 'no answer' ? 'no answer' : `${status} ${answer}`.trim(),
		});
		const tries = (this.#failed.get(record) ?? 0) + 1;
		if (status !== 'no answer' && status >= 200 && status < 300) {
			this.#failed.delete(record);
			record.webhookState = 'succeeded';
			record.webhookError = undefined;
		} else if (record.webhookState !== 'succeeded') {
			this.#failed.set(record, tries);
			record.webhookState = tries > this.#reading.secondTries ? 'failed' : 'pending';
			record.webhookError = `The receiver answered: ${status}.`;
		}
	}

	#post(
		url: string,
		headers: Record<string, string>,
		body: string,
	): Promise<{ status: number | 'no answer'; answer: string }> {
		return new Promise((resolve) => {
			const none = (): void => resolve({ status: 'no answer', answer: '' });
			const send = url.startsWith('https:') ? secureRequest : plainRequest;
			const call = send(
				url,
				{ method: 'POST', headers, agent: false, signal: this.#cut.signal },
				(response) => {
					let answer = '';
					response.setEncoding('utf8');
					response.on('data', (part: string) => (answer += part));
					response.on('end', () => resolve({ status: response.statusCode ?? 0, answer }));
					response.on('error', none);
					response.on('close', none);
				},
			);
			call.setTimeout(this.#reading.receiverHas, () => call.destroy());
			call.on('error', none);
			call.end(body);
		});
	}

	/** Ends all deliveries under way. */
	close(): void {
		this.isDesktopOn = false;
		this.#cut.abort();
	}
}

const states: readonly State[] = [
	'waiting',
	'retryable',
	'ticketed',
	'sent',
	'response_received',
	'error',
	'discarded',
];

/** The element that holds the fields: `InvoiceAdd` in `InvoiceAddRq`. */
const inner = (request: Element): Element => child(request, kindOf(request)) ?? request;

const refNumber = (request: Element): string | undefined => textAt(inner(request), 'RefNumber');

function customerOf(request: Element): string | undefined {
	const fields = inner(request);
	return (
		textAt(fields, 'CustomerRef', 'ListID') ??
		textAt(fields, 'CustomerRef', 'FullName') ??
		(kindOf(request).startsWith('Customer') ? textAt(fields, 'Name') : undefined)
	);
}
