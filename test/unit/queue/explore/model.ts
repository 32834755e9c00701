import {
	decide,
	type Decision,
	type Existing,
	type FailedCall,
	type RunFacts,
	untouched,
} from '../../../../queue/once/decide';
import { type Earlier, knownFrom, newJournal } from '../../../../queue/once/journal';
import {
	afterCall,
	existingIn,
	queuedAs,
	replacementIn,
	sharedIdentifiers,
	takenOver,
	whyUnsure,
} from '../../../../queue/once/learn';
import { type Look, recognise } from '../../../../queue/reader/recognise';
import type { Gained } from '../../../../queue/reader/scanQueue';
import { isAsMade } from '../../../../queue/requests/identifiers';
import {
	hasFailed,
	type QueuedRecord,
	wroteNothing,
} from '../../../../queue/requests/queuedRecord';
import { requestIdIn } from '../../../../queue/requests/requestId';
import type { Standing as RecordStanding } from '../../../../queue/requests/standing';
import { unclear } from '../../../../quickbooks/qbxml/certainty';
import { hasEnded, movesOfExecutions, stuckIn } from './executions';
import type { Move, Playable } from './explore';
import { nameOf } from './name';
import { cursorOf, gainedSince, history, listed, type Request, shown, taken } from './service';
import { begun, draftOf, type Execution, noteIn, type Standing, type State } from './state';
import type { Fault, Item, World } from './world';
import {
	areShared,
	CONNECTION,
	contentFor,
	limitsOf,
	planOf,
	prefixOf,
	purposeOf,
	requestOf,
	writeOf,
} from './writes';

/** Sets the forms of an execution's tries apart from those of other executions. */
const FORMS_OF_TRIES = 100;

/** So often an execution looks for a call. */
const LOOKS = 4;

/** No write takes as many decisions. */
const ENDLESS = 30;

const lostCall: FailedCall = {
	isUnknown: true,
	isTurnedAway: false,
	mayBeSentAgain: true,
	pauseMs: 0,
};
const turnedAway: FailedCall = { ...lostCall, isUnknown: false, isTurnedAway: true };
const refusedCall: FailedCall = { ...lostCall, isUnknown: false, mayBeSentAgain: false };

/** What an execution gets over by itself, and what a Retry gets over. */
const passes: Fault[] = [
	'lost before it counted',
	'lost after it counted',
	'turned away',
	'a late look',
	'counted late',
];
const overWithRetry: Fault[] = [
	'refused by the service',
	'a short look',
	'a failed look',
	'stop',
	'crash',
	'crash, and again',
	'refused by the desktop',
];
const unknowns: Fault[] = ['unknown, written', 'unknown, not written'];

/** The errors after which an item begins anew. */
const lastWords = new Set(['certainly absent', 'lost', 'refused by the desktop']);

const isToBeQueued = ({ end, requestId, asksBooks }: Standing): boolean =>
	end === undefined && requestId === undefined && !asksBooks;

const requestIn = ({ queue }: State, id: string | undefined): Request | undefined =>
	queue.find((one) => one.id === id);

/** Whether an execution or one of its Retries has sent a request. */
const isOfRun = ({ executions }: State, { plan }: Execution, { by }: Request): boolean =>
	executions.find(({ id }) => id === by)?.plan === plan;

const ownIn = ({ executions }: State, { id }: Execution): Execution => executions[Number(id) - 1];

/**
 * A small world as everything that can happen in it. What an execution does is decided by the real functions of `queue/`;
 * the service, the desktop, n8n and people are played.
 * @param onDecision Is told what was decided, each time.
 */
export function playable(
	world: World,
	onDecision: (decision: string) => void = () => undefined,
): Playable<State> {
	const { reading, plans } = world;
	const limits = limitsOf(world);

	const factsOf = (own: Execution): RunFacts => ({
		execution: own.id,
		// What a lock has kept out goes out again with no more than the queue tells, as on Retry.
		isRetry: own.isRetry || own.items[own.at]?.locks !== undefined,
		ifAlreadyQueued: planOf(world, own).ifAlreadyQueued,
	});

	const may = ({ happened }: State, fault: Fault): boolean =>
		world.mayHappen.includes(fault) && happened.length < world.faults;

	/** Something that happens to an execution or is done by it. None if it is a fault that can't happen here. */
	function* then(
		state: State,
		own: Execution | undefined,
		tells: string,
		change: (draft: State, own: Execution) => void,
		fault?: Fault,
	): Iterable<Move<State>> {
		if (fault !== undefined && !may(state, fault)) return;
		const draft = draftOf(state);
		if (fault !== undefined) draft.happened = [...draft.happened, fault].sort();
		if (fault !== undefined && own) ownIn(draft, own).isDisturbed = true;
		change(draft, own ? ownIn(draft, own) : draft.executions[0]);
		yield { tells: own ? `Execution ${own.id} ${tells}` : tells, state: draft };
	}

	// A try: what an execution does with its items

	/** Goes on with what is next in the try: the next request, waiting, or the end. */
	function goOn(own: Execution): void {
		const { continuesOnFail = false, mostTries = 1, sleeps = false } = planOf(world, own);
		const next = own.items.findIndex(isToBeQueued);
		own.at = Math.max(next, 0);
		own.progress = untouched;
		own.decisions = 0;
		if (next >= 0) {
			if (own.phase !== 'queueing') own.phase = 'ready';
		} else if (own.items.some(({ end }) => end === undefined)) {
			own.phase = 'waiting';
			if (sleeps) own.saved = own.journal;
		} else if (continuesOnFail || own.items.every(({ end }) => end === 'written')) {
			own.phase = 'succeeded';
		} else if (own.try < mostTries) {
			own.phase = 'ready';
			own.try += 1;
			own.items = own.items.map((item, index) => itemAgain(planOf(world, own).items[index], item));
		} else {
			own.phase = 'failed';
			own.saved = own.journal;
		}
	}

	/** Where an item of another try begins: what the books said before still stands in the journal. */
	const itemAgain = ({ settles }: Item, { replaces, end = '' }: Standing): Standing =>
		replaces !== undefined && !lastWords.has(end)
			? { replaces }
			: settles === undefined
				? {}
				: { requestId: settles };

	/** Ends an item with an error. Without Continue On Fail, that ends the try. */
	function fail(own: Execution, item: Standing, why: string): void {
		item.end = why;
		if (planOf(world, own).continuesOnFail) return;
		for (const one of own.items) one.end ??= 'left alone';
	}

	function keep(state: State, own: Execution, record: QueuedRecord, earlier: Earlier): void {
		noteIn(own, queuedAs(factsOf(own), writeOf(world, state, own), record, earlier));
	}

	/** An item has its request. It must be its own. */
	function stand(state: State, own: Execution, requestId: string): void {
		const { [own.at]: item } = own.items;
		item.requestId = requestId;
		item.slot = writeOf(world, state, own).slot;
		const request = requestIn(state, requestId);
		const purpose = purposeOf(world, own.plan, planOf(world, own).items[own.at]);
		if (request && request.writes !== purpose) {
			state.untruth = `execution ${own.id} takes ${requestId}, which writes "${request.writes}", for item ${own.at}`;
		}
		const plan = planOf(world, own);
		const isAnothers = own.items.some((one) => one !== item && one.requestId === requestId);
		if (isAnothers && !areShared(plan) && !plan.items.some(({ settles }) => settles)) {
			state.untruth = `execution ${own.id} takes ${requestId} for two items`;
		}
		goOn(own);
	}

	/** Notes where the queue stands before the execution's first write. */
	function noteCursor({ queue }: State, self: Execution): void {
		if (knownFrom(self.journal).cursors.has(CONNECTION)) return;
		const cursor = cursorOf(listed(queue, reading));
		const isOfRetry = self.isRetry ? { isOfRetry: true as const } : {};
		noteIn(self, { event: 'cursor', connectionId: CONNECTION, cursor, ...isOfRetry });
	}

	function* beginTurn(state: State, own: Execution): Iterable<Move<State>> {
		const isTaken = state.executions.some(
			({ plan, phase }) => plan === own.plan && phase === 'queueing',
		);
		if (isTaken && !world.hasSeveralProcesses) return;
		const begin = (form: number) => (_: State, self: Execution) => {
			self.form = form;
			const known = knownFrom(self.journal);
			const isFirst = self.items[self.at].replaces === undefined;
			if (!self.isRetry && self.journal.events.length === 0) {
				const prefix = prefixOf(self);
				// n8n may run an execution again. Only the search is asked, for nearly all begin for the first time.
				const found = (reading.foundBy === 'search' ? state.queue : [])
					.map((request) => shown(request, reading))
					.map((record) => ({ record, identifier: requestIdIn(record) ?? '' }))
					.filter(({ identifier }) => identifier.startsWith(prefix));
				self.isRetry = found.length > 0;
			}
			noteIn(self, { event: 'turn', round: isFirst ? known.round : known.round + 1 });
			if (planOf(world, self).areMany) noteCursor(state, self);
			self.phase = 'queueing';
		};
		yield* then(state, own, 'begins to queue requests', begin(own.form));
		if (own.try === 1) return;
		const tells = 'begins to queue requests, at another time of day';
		yield* then(state, own, tells, begin(own.form + FORMS_OF_TRIES * own.try), 'another form');
	}

	const writesIn = (state: State, own: Execution) =>
		[...own.items.keys()]
			.filter((index) => own.items[index].end === undefined)
			.map((index) => writeOf(world, state, own, index));

	const decisionOf = (state: State, own: Execution): Decision =>
		decide(knownFrom(own.journal), factsOf(own), writeOf(world, state, own), own.progress);

	function* queue(state: State, own: Execution): Iterable<Move<State>> {
		const decision = decisionOf(state, own);
		onDecision(decision.next === 'end' ? decision.as : decision.next);
		switch (decision.next) {
			case 'lookForRun':
				return yield* lookForRun(state, own);
			case 'lookForIdentifier':
				return yield* lookForIdentifier(state, own);
			case 'lookForCall':
				return yield* lookForCall(state, own, decision.isInAnyForm);
			case 'send':
				return yield* send(state, own, decision.idempotencyKey);
			case 'take':
				return yield* then(
					state,
					own,
					`takes ${decision.record.id}, which was in the queue already, for item ${own.at}`,
					(draft, self) => {
						const { replaces } = writeOf(world, draft, self);
						if (planOf(world, self).ifAlreadyQueued === 'fail' && replaces === undefined) {
							draft.untruth = `execution ${own.id} takes ${decision.record.id}, although that should fail`;
						}
						const { existing } = self.progress;
						if (existing?.is === 'found' && existing.doubt) {
							draft.untruth = `execution ${own.id} takes ${decision.record.id}, and nobody knows whether what that wrote still stands`;
						}
						keep(draft, self, decision.record, 'stands');
						stand(draft, self, decision.record.id);
					},
				);
			case 'end':
				return yield* end(state, own, decision);
		}
	}

	function* end(
		state: State,
		own: Execution,
		decision: Extract<Decision, { next: 'end' }>,
	): Iterable<Move<State>> {
		if (decision.as === 'queued') {
			const { id } = decision.record;
			const tells = `has ${id} in the queue for item ${own.at}`;
			return yield* then(state, own, tells, (draft, self) => stand(draft, self, id));
		}
		const because = 'because' in decision ? decision.because : undefined;
		const why = because === undefined ? decision.as : `${decision.as}, since ${because}`;
		const tells = `ends item ${own.at} with an error: ${why}`;
		yield* then(state, own, tells, (draft, self) => {
			if (decision.as === 'notQueued') {
				const { slot } = writeOf(world, draft, self);
				noteIn(self, { event: 'notQueued', slot });
				const { sentAs } = requestOf(world, draft, self, '');
				const { replaces } = self.items[self.at];
				const isThere = draft.queue.some(
					(one) =>
						one.sentAs === sentAs &&
						one.state !== 'refused' &&
						one.id !== replaces &&
						isOfRun(draft, self, one) &&
						!draft.happened.includes('counted late'),
				);
				if (isThere)
					draft.untruth = `execution ${own.id} says that item ${own.at} was not queued, but it was`;
			}
			if (because === '') draft.untruth = 'an error does not say why';
			if (decision.as === 'unknown' && !hasOpenCall(draft, self)) {
				draft.untruth = `execution ${own.id} says that a call of item ${own.at} gave no answer, but each did`;
			}
			if (decision.as === 'changed' && decision.before.execution === self.id) {
				draft.untruth = `execution ${own.id} says that an earlier one has queued item ${own.at}, but that was itself`;
			}
			const { [self.at]: item } = self.items;
			const isLost = decision.as === 'unknown' && planOf(world, self).ifUnknown !== 'fail';
			if (isLost) item.asksBooks = true;
			else fail(self, item, decision.as);
			goOn(self);
		});
	}

	/** Whether a call of an item, or of another for the same replacement, has no answer. */
	function hasOpenCall(state: State, own: Execution): boolean {
		const { slot, replaces } = writeOf(world, state, own);
		if (replaces !== undefined) return true;
		const last = own.journal.events.findLast(
			(one) => /^(sent|queued|notQueued)$/.test(one.event) && 'slot' in one && one.slot === slot,
		);
		return last?.event === 'sent';
	}

	// Looks and calls

	function* lookForRun(state: State, own: Execution): Iterable<Move<State>> {
		const prefix = prefixOf(own);
		const look = (visible: readonly Request[]) => (draft: State, self: Execution) => {
			const known = knownFrom(self.journal);
			const own = writesIn(draft, self);
			const shared = sharedIdentifiers(factsOf(self), own);
			const seen = history(visible, reading, {
				fits: (identifier) => identifier.startsWith(prefix) || shared.has(identifier),
				phrases: [prefix, ...shared],
				isOurs: (identifier) => isAsMade(identifier) || shared.has(identifier),
				own: known.own,
			});
			const { found, doubt = whyUnsure(known, shared, found) } = seen;
			noteIn(self, ...takenOver(known, { ...factsOf(self), prefix }, own, found), {
				event: 'looked',
				connectionId: CONNECTION,
				execution: self.id,
				...(doubt && { because: doubt.because }),
			});
			self.decisions += 1;
		};
		yield* then(state, own, 'looks for what the run has in the queue', look(state.queue));
		yield* failedLook(state, own);
		if (reading.keys !== 'ignored') yield* lateLook(state, own, look);
	}

	function* failedLook(state: State, own: Execution): Iterable<Move<State>> {
		const tells = `can't read the queue, and ends item ${own.at} with an error`;
		yield* then(
			state,
			own,
			tells,
			(_, self) => {
				fail(self, self.items[self.at], 'no answer');
				goOn(self);
			},
			'a failed look',
		);
	}

	function* lateLook(
		state: State,
		own: Execution,
		look: (visible: readonly Request[]) => (draft: State, self: Execution) => void,
	): Iterable<Move<State>> {
		const newest = state.queue.at(-1);
		if (!newest || world.before?.includes(newest)) return;
		const tells = `looks into the queue, which does not list ${newest.id} yet`;
		yield* then(state, own, tells, look(state.queue.slice(0, -1)), 'a late look');
	}

	const standingOf = (state: State, { id }: QueuedRecord): RecordStanding =>
		requestIn(state, id)?.isUndone ? { is: 'removed', by: 'another' } : { is: 'there' };

	function existingFor(
		state: State,
		own: Execution,
		visible: readonly Request[],
		areRemovalsRead: boolean,
	): Existing {
		const write = writeOf(world, state, own);
		const known = knownFrom(own.journal);
		if (write.replaces !== undefined) {
			const list = listed(visible, reading);
			const replaced = list.find(({ id }) => id === write.replaces);
			const at = replaced?.inserted_at as string | undefined;
			const cursor = { ids: [write.replaces], ...(at !== undefined && { at }) };
			return replacementIn(known, write, gainedSince(list, cursor));
		}
		const asked = new Set(planOf(world, own).items.flatMap(({ identifier = [] }) => identifier));
		const seen = history(visible, reading, {
			fits: (identifier) => identifier === write.identifier,
			phrases: [...asked],
			isOurs: (identifier) => isAsMade(identifier) || asked.has(identifier),
			own: known.own,
		});
		if (seen.doubt) return seen.doubt;
		const records = seen.found.map(({ record }) => record);
		const standings = records.map((record): [QueuedRecord, RecordStanding] => [
			record,
			areRemovalsRead ? standingOf(state, record) : unclear('removals can not be read'),
		]);
		return existingIn(records, new Map(standings));
	}

	function* lookForIdentifier(state: State, own: Execution): Iterable<Move<State>> {
		const look =
			(visible: readonly Request[], areRemovalsRead = true) =>
			(draft: State, self: Execution) => {
				const existing = existingFor(draft, self, visible, areRemovalsRead);
				const id = existing.is === 'found' && !existing.doubt ? existing.record.id : undefined;
				if (requestIn(draft, id)?.isUndone) {
					draft.untruth = `execution ${own.id} counts ${id}, although what that wrote was voided before`;
				}
				const isRemoved = existing.is === 'absent' && existing.isRemoved;
				const earlier = isRemoved ? 'removed' : self.progress.earlier;
				self.progress = { ...self.progress, existing, earlier };
				self.decisions += 1;
			};
		const { replaces } = own.items[own.at];
		const sought =
			replaces === undefined ? 'its identifier' : `what was queued instead of ${replaces}`;
		const [move] = then(state, own, `looks for ${sought}`, look(state.queue));
		// What others queue between a look and the call that follows can't be seen: only keys help (docs/waiting.md).
		const self = ownIn(move.state, own);
		if (reading.keys === 'ignored' && decisionOf(move.state, self).next === 'send') {
			for (const sent of queue(move.state, self)) {
				yield { ...sent, tells: `${move.tells}. ${sent.tells}` };
			}
		} else yield move;
		yield* failedLook(state, own);
		const blindly = `${sought}, and can't read what was removed`;
		const blind = then(
			state,
			own,
			`looks for ${blindly}`,
			look(state.queue, false),
			'unread removals',
		);
		for (const one of blind) {
			const { existing } = ownIn(one.state, own).progress;
			if (existing?.is === 'found' && existing.doubt) yield one;
		}
		if (reading.keys !== 'ignored') yield* lateLook(state, own, look);
	}

	function* lookForCall(state: State, own: Execution, isInAnyForm = false): Iterable<Move<State>> {
		const known = knownFrom(own.journal);
		const list = listed(state.queue, reading);
		const cursor = known.cursors.get(CONNECTION) ?? cursorOf(list);
		const recognised = (gained: Gained): Look =>
			recognise(writeOf(world, state, own), gained, known.own, isInAnyForm);
		const look = (seen: Look) => (draft: State, self: Execution) => {
			if (seen.is === 'found') keep(draft, self, seen.record, self.progress.earlier ?? 'none');
			self.progress = { ...self.progress, looks: self.progress.looks + 1, look: seen };
			self.decisions += 1;
		};
		const gained = gainedSince(list, cursor);
		yield* then(state, own, `looks for its call of item ${own.at}`, look(recognised(gained)));
		const short = { ...gained, records: [], isWhole: false };
		const tells = 'looks for its call, and the list ends too early';
		yield* then(state, own, tells, look(recognised(short)), 'a short look');
		const unread = unclear('it could not be read');
		yield* then(state, own, "can't read the queue", look(unread), 'a failed look');
		// A request is listed a little later, not long after.
		if (own.progress.looks === 0 && own.progress.calls > 0) {
			yield* lateLook(state, own, (visible) =>
				look(recognised(gainedSince(listed(visible, reading), cursor))),
			);
		}
	}

	function* send(state: State, own: Execution, idempotencyKey: string): Iterable<Move<State>> {
		const request = requestOf(world, state, own, idempotencyKey);
		const { queue: queueAfter, answer } = taken(state.queue, request, reading);
		const goOut = (draft: State, self: Execution): void => {
			const { slot, key, replaces } = writeOf(world, draft, self);
			noteCursor(state, self);
			if (replaces !== undefined) noteIn(self, { event: 'replaced', requestId: replaces, slot });
			noteIn(self, { event: 'sent', slot, key });
			draft.nextId += 1;
			self.decisions += 1;
			const refused = knownFrom(own.journal).refused.get(slot) ?? [];
			if (refused.some(({ execution }) => execution === own.id)) {
				draft.untruth = `execution ${own.id} sends item ${own.at} again, although the desktop has refused it`;
			}
		};
		const arrive = (draft: State): void => {
			draft.queue = [...queueAfter];
		};
		const failWith = (self: Execution, draft: State, failure: FailedCall): void => {
			const { slot } = writeOf(world, draft, self);
			const mayBeThere = knownFrom(own.journal).unanswered.has(slot);
			if (failure === refusedCall && !mayBeThere) noteIn(self, { event: 'notQueued', slot });
			self.progress = afterCall(self.progress, failure);
		};
		const what = `item ${own.at}`;
		const tells = `sends ${what}, and the service ${answer ? `queues it as ${answer.id}` : 'refuses its key'}`;
		yield* then(state, own, tells, (draft, self) => {
			goOut(draft, self);
			arrive(draft);
			if (!answer) return failWith(self, draft, refusedCall);
			const refusals = [...knownFrom(own.journal).refused.values()].flat();
			if (refusals.some(({ id, execution }) => id === answer.id && execution !== own.id)) {
				draft.untruth = `execution ${own.id} gets ${answer.id} again, of which it knows that it was refused`;
			}
			keep(draft, self, shown(answer, reading), self.progress.earlier ?? 'none');
		});
		const failed = (
			how: string,
			fault: Fault,
			failure: FailedCall,
			effect: (draft: State) => void,
			after: (self: Execution) => void = () => undefined,
		) =>
			then(
				state,
				own,
				how,
				(draft, self) => {
					goOut(draft, self);
					effect(draft);
					failWith(self, draft, failure);
					after(self);
				},
				fault,
			);
		const nothing = () => undefined;
		yield* failed(
			`sends ${what}; the call is lost before it counts`,
			'lost before it counted',
			lostCall,
			nothing,
		);
		yield* failed(
			`sends ${what}; the call is lost after it counted (${answer?.id})`,
			'lost after it counted',
			lostCall,
			arrive,
		);
		yield* failed(
			`sends ${what}; the call is given up, and arrives later`,
			'counted late',
			lostCall,
			(draft) => draft.late.push(request),
		);
		// The execution must not have begun anew by then: nobody could see it.
		yield* failed(
			`sends ${what}; the call is given up, no look gets an answer, and it arrives later`,
			'out of reach, and counted late',
			lostCall,
			(draft) => draft.late.push(request),
			(self) => {
				const look = unclear('it could not be read');
				self.progress = { ...self.progress, looks: LOOKS, look };
			},
		);
		yield* failed(`sends ${what}, and is turned away`, 'turned away', turnedAway, nothing);
		// A service that honours keys does not refuse what it has.
		if (answer !== request) return;
		yield* failed(
			`sends ${what}, and the service refuses it`,
			'refused by the service',
			refusedCall,
			nothing,
		);
	}

	// What comes of the requests

	function* wait(state: State, own: Execution): Iterable<Move<State>> {
		const open = own.items.filter(({ end }) => end === undefined);
		const awaited = open.filter(({ asksBooks }) => !asksBooks);
		const isOver = awaited.every(
			({ requestId }) => requestIn(state, requestId)?.state !== 'waiting',
		);
		if (!isOver) return;
		if (awaited.length > 0) {
			yield* then(state, own, 'reads what became of its requests', (draft, self) => {
				for (const [index, item] of self.items.entries()) {
					if (item.end === undefined && !item.asksBooks) judge(draft, self, index);
				}
				goOn(self);
			});
			return;
		}
		yield* then(state, own, 'asks the books', (draft, self) => {
			for (const [index, item] of self.items.entries()) {
				if (item.end === undefined) askBooks(draft, self, index);
			}
			goOn(self);
		});
	}

	/** What became of an item's request, as its record says. */
	function judge(draft: State, self: Execution, index: number): void {
		const { [index]: item } = self.items;
		const request = requestIn(draft, item.requestId);
		if (!request) {
			item.end = 'the service no longer knows it';
			return;
		}
		const record = shown(request, reading);
		if (!hasFailed(record)) {
			item.end = 'written';
			const { words } = contentFor(world, self, index);
			const own = knownFrom(self.journal).queued.get(String(item.slot));
			const isOlder = self.isRetry && own?.execution !== self.id && own?.earlier !== 'stands';
			if (isOlder && request.words !== words) {
				draft.untruth = `execution ${self.id} is green with ${words} for item ${index}, but wrote ${request.words}`;
			}
		} else if (wroteNothing(record)) {
			const slot = String(item.slot);
			const { refused } = knownFrom(self.journal);
			const { locks = 0, replaces } = item;
			const { passesLocks = 0, items } = planOf(world, self);
			if (replaces === undefined && !items[index].settles && locks < passesLocks) {
				noteIn(self, { event: 'refused', slot, id: request.id, execution: '' });
				self.isDisturbed = true;
				self.items[index] = { locks: locks + 1 };
				return;
			}
			self.isDisturbed ||= !refused.get(slot)?.some(({ id }) => id === request.id);
			noteIn(self, { event: 'refused', slot, id: request.id, execution: self.id });
			item.end = 'refused by the desktop';
		} else if (planOf(world, self).ifUnknown === 'fail') item.end = 'unknown outcome';
		else item.asksBooks = true;
	}

	/** What the books show of an item at this moment. */
	function askBooks(draft: State, self: Execution, index: number): void {
		const { [index]: item } = self.items;
		const purpose = purposeOf(world, self.plan, planOf(world, self).items[index]);
		if (draft.books.includes(purpose)) item.end = 'written';
		else if (item.requestId === undefined) item.end = 'lost';
		else if (item.replaces !== undefined) item.end = 'certainly absent';
		else self.items[index] = { replaces: item.requestId };
	}

	// What others do

	function* interrupt(state: State, own: Execution): Iterable<Move<State>> {
		if (hasEnded(own) || (own.phase === 'ready' && own.journal.events.length === 0)) return;
		const lost = newJournal(own.journal.runKey);
		const again = (journal: Execution['journal']) => (draft: State, self: Execution) => {
			const items = self.items.map((_item, index) =>
				itemAgain(planOf(world, self).items[index], {}),
			);
			draft.executions[Number(own.id) - 1] = { ...begun(self, items), journal, saved: own.saved };
		};
		yield* then(
			state,
			own,
			'crashes. n8n runs it again and has nothing of it',
			again(lost),
			'crash, and again',
		);
		if (own.saved.events.length > 0) {
			yield* then(
				state,
				own,
				'crashes. n8n runs it again with what it had saved',
				again(own.saved),
				'crash, and again',
			);
		}
		const crash = (_: State, self: Execution) => {
			self.phase = 'crashed';
			self.saved = lost;
		};
		yield* then(state, own, 'crashes', crash, 'crash');
		const stop = (_: State, self: Execution) => {
			self.phase = 'stopped';
			self.saved = self.journal;
		};
		yield* then(state, own, 'is stopped', stop, 'stop');
	}

	function* retry(state: State, own: Execution): Iterable<Move<State>> {
		if (state.retries === 0) return;
		const id = String(state.executions.length + 1);
		const press = (form: number) => (draft: State) => {
			draft.retries -= 1;
			const { plan, saved: journal } = own;
			const items = own.phase === 'crashed' ? own.items.map(() => ({})) : own.items;
			const again = items.map((item, index) => itemAgain(plans[plan].items[index], item));
			draft.executions.push(begun({ id, plan, isRetry: true, form, journal }, again));
		};
		const tells = `Somebody presses Retry on execution ${own.id}: execution ${id} begins`;
		yield* then(state, undefined, tells, press(own.form));
		const changed = `Somebody changes the form and presses Retry on execution ${own.id}: execution ${id} begins`;
		yield* then(state, undefined, changed, press(Number(id)), 'another form');
	}

	/** The desktop carries out what waits, in order. */
	function* carryOut(state: State): Iterable<Move<State>> {
		const at = state.queue.findIndex((one) => one.state === 'waiting');
		if (at < 0) return;
		const { [at]: request } = state.queue;
		const become = (became: Request['state'], isWritten: boolean) => (draft: State) => {
			draft.queue[at] = { ...request, state: became };
			if (isWritten) draft.books = [...draft.books, request.writes].sort();
		};
		const { id } = request;
		yield* then(state, undefined, `The desktop carries out ${id}`, become('carried out', true));
		yield* then(
			state,
			undefined,
			`The desktop refuses ${id}`,
			become('refused', false),
			'refused by the desktop',
		);
		const breaks = `The session breaks off with ${id}`;
		yield* then(
			state,
			undefined,
			`${breaks}, which is written`,
			become('unknown', true),
			'unknown, written',
		);
		yield* then(
			state,
			undefined,
			`${breaks}, which is not written`,
			become('unknown', false),
			'unknown, not written',
		);
	}

	/** What is deleted is forgotten (docs/waiting.md), but not by the executions that know it. */
	const mayBeDeleted = ({ executions }: State, { id, state: was }: Request): boolean =>
		was !== 'waiting' &&
		executions.every(
			({ journal, saved, phase }) =>
				knownFrom(journal).own.has(id) && (knownFrom(saved).own.has(id) || phase === 'waiting'),
		);

	function* others(state: State): Iterable<Move<State>> {
		for (const request of state.late) {
			yield* then(state, undefined, `The late call arrives as ${request.id}`, (draft) => {
				draft.late = state.late.filter((one) => one !== request);
				draft.queue = [...taken(state.queue, request, reading).queue];
			});
		}
		for (const request of state.queue.filter((one) => mayBeDeleted(state, one))) {
			yield* then(
				state,
				undefined,
				`Somebody deletes ${request.id}`,
				(draft) => {
					draft.queue = state.queue.filter((one) => one !== request);
				},
				'deleted',
			);
		}
		const written = state.queue.filter((one) => one.state === 'carried out' && !one.isUndone);
		for (const request of written.filter((one) => !world.before?.includes(one))) {
			const undo = (draft: State) => {
				draft.queue[state.queue.indexOf(request)] = { ...request, isUndone: true };
				draft.books.splice(draft.books.indexOf(request.writes), 1);
			};
			yield* then(state, undefined, `Somebody voids what ${request.id} wrote`, undo, 'undone');
		}
		const [{ words }] = plans[0].items;
		const id = `r${state.nextId}`;
		yield* then(
			state,
			undefined,
			`A colleague queues the same as ${id}, without an identifier`,
			(draft) => {
				draft.nextId += 1;
				const writes = "a colleague's";
				draft.queue.push({ id, sentAs: '', words, state: 'waiting', writes, by: 'a colleague' });
			},
			'a colleague',
		);
	}

	/** Whether an execution has failed for which everything was clear, so that it should have written all its items. */
	function mustSucceed({ happened }: State, own: Execution): boolean {
		if (own.phase === 'succeeded' || own.phase === 'stopped' || own.phase === 'crashed')
			return false;
		const { identity, ifAlreadyQueued, ifUnknown, items } = planOf(world, own);
		const isClear = reading.identifiers === 'as sent' && reading.foundBy === 'reading';
		if (ifAlreadyQueued === 'fail' || (identity === 'users' && own.isRetry)) return false;
		if (!isClear)
			return !own.isRetry && identity === 'made' && !items[0].settles && happened.length === 0;
		const isSettled = ifUnknown === 'write if absent' && items.every(({ settles }) => !settles);
		const isFirst = happened.filter((fault) => unknowns.includes(fault)).length < 2;
		const faults = [
			...passes,
			...(own.isDisturbed ? [] : overWithRetry),
			...(isSettled && isFirst ? unknowns : []),
		];
		const passing = new Set(faults);
		return own.form === 0 && happened.every((fault) => passing.has(fault));
	}

	const life = { ready: beginTurn, queueing: queue, waiting: wait, interrupt, retry };

	return {
		start: {
			queue: [...(world.before ?? [])],
			late: [],
			books: [...(world.books ?? [])],
			executions: plans.map(({ items }, plan) => {
				const id = String(plan + 1);
				const journal = newJournal(`run${plan}`);
				const first = items.map((item) => itemAgain(item, {}));
				return begun({ id, plan, isRetry: false, form: 0, journal }, first);
			}),
			happened: [],
			retries: world.retries,
			nextId: (world.before?.length ?? 0) + 1,
		},

		*moves(state) {
			yield* movesOfExecutions(state, life);
			yield* carryOut(state);
			yield* others(state);
		},

		nameOf,

		wrongIn({ untruth, books, executions }) {
			const twice = books.find(
				(one) => books.filter((other) => other === one).length > (limits.get(one) ?? Infinity),
			);
			if (twice !== undefined) return `"${twice}" is in the books twice`;
			const endless = executions.find(({ decisions }) => decisions > ENDLESS);
			return endless ? `execution ${endless.id} does not come to an end` : untruth;
		},

		wrongAtEnd(state) {
			const inVain = world.mayBeInVain
				? undefined
				: state.executions.find((own) => mustSucceed(state, own));
			return (
				stuckIn(state.executions) ??
				(inVain && `execution ${inVain.id} fails although nothing is unclear`)
			);
		},
	};
}
