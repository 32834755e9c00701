import type { Job, Naming } from '../../../../../nodes/AccountingSync/execution/queueing/job';
import {
	askedOf,
	failureOf,
	refusalsOf,
	settles,
} from '../../../../../nodes/AccountingSync/execution/steps/rounds';
import { takeStep } from '../../../../../nodes/AccountingSync/execution/steps/takeStep';
import {
	awaitedThen,
	groupedByItem,
	itemsOfSteps,
	jobsOfTurn,
	queuedTurns,
	type ReadyTurn,
	resumed,
	soughtAgain,
	soughtBefore,
	type TakeStep,
	type Turn,
	turnsAfter,
} from '../../../../../nodes/AccountingSync/execution/steps/turns';
import type { NextRequests } from '../../../../../nodes/AccountingSync/operations/steps';
import {
	decide,
	type FailedCall,
	type RunFacts,
	untouched,
} from '../../../../../queue/once/decide';
import { placesIn, whyStepsMoved, writtenInOtherPlaces } from '../../../../../queue/once/items';
import {
	type Journal,
	type JournalEvent,
	knownFrom,
	newJournal,
	note,
} from '../../../../../queue/once/journal';
import { afterCall, queuedAs, replacementIn, takenOver } from '../../../../../queue/once/learn';
import type { Outcomes } from '../../../../../queue/reader/checkCompletion';
import type { Outcome } from '../../../../../queue/reader/outcomes';
import { recognise } from '../../../../../queue/reader/recognise';
import { runPrefix } from '../../../../../queue/requests/identifiers';
import { hasFailed, type QueuedRecord } from '../../../../../queue/requests/queuedRecord';
import { requestIdIn } from '../../../../../queue/requests/requestId';
import type { Form } from '../../../../../quickbooks/form/form';
import { once as onceOfEach } from '../../../../../quickbooks/form/once';
import { unclear } from '../../../../../quickbooks/qbxml/certainty';
import { requestMessages } from '../../../../../quickbooks/qbxml/requestMessages';
import { refuseRequests } from '../../../../../simulator/qbxml/request-processor';
import { hasEnded, movesOfExecutions, stuckIn } from '../../../queue/explore/executions';
import type { Move, Playable } from '../../../queue/explore/explore';
import { nameOfJournal, nameOnce } from '../../../queue/explore/name';
import { gainedSince } from '../../../queue/explore/service';
import { CONNECTION_ID } from '../../../support/request-of';
import { carryOut, NOW, written } from './books';
import type { Execution, Fault, Item, Plan, Request, State, World } from './state';

/** No run takes as many decisions and rounds. */
const ENDLESS = 60;

const lostCall: FailedCall = {
	isUnknown: true,
	isTurnedAway: false,
	mayBeSentAgain: true,
	pauseMs: 0,
};
const refusedCall: FailedCall = { ...lostCall, isUnknown: false, mayBeSentAgain: false };

const qbxml = {
	facts: requestMessages,
	desktops: new Map([[CONNECTION_ID, { version: '16.0', isForeign: false }]]),
};

const prefixOf = ({ plan }: Pick<Execution, 'plan'>): string => runPrefix(`Run-of-the-plan${plan}`);
const markOf = ({ plan }: Pick<Execution, 'plan'>): string => String(plan).padStart(8, '0');

const journals = onceOfEach<Journal, Journal>();

/** Adds to the journal of an execution. Journals stay as they are; the same added to the same one makes the same one. */
function withJournal(own: Execution, ...added: readonly JournalEvent[]): Execution {
	if (added.length === 0) return own;
	const journal = journals(own.journal, JSON.stringify(added), () => {
		const copy = { ...own.journal, events: [...own.journal.events] };
		for (const event of added) note(copy, event);
		return copy;
	});
	return { ...own, journal };
}

// The service

const shownAs = new WeakMap<Request, QueuedRecord>();

/** A request as the service shows it. */
function shown(request: Request, { hidesIdentifiers }: World): QueuedRecord {
	const { id, xml, state, answer } = request;
	const record =
		shownAs.get(request) ??
		({
			id,
			inserted_at: NOW.toISOString().replace(/\.\d+Z$/, `.${id.slice(1).padStart(6, '0')}Z`),
			request_xml: hidesIdentifiers ? xml.replace(/ requestID="[^"]*"/, '') : xml,
			...(state === 'waiting' && { state: 'waiting' }),
			...(state === 'answered' && { state: 'response_received', response_xml: answer }),
			...(state === 'unknown' && {
				state: 'error',
				error: { code: 'connection_error', message: 'It broke off.' },
			}),
		} as QueuedRecord);
	shownAs.set(request, record);
	return record;
}

/** A job's call as it will stand in the queue. */
function requestOf(job: Job, id: string, idempotencyKey: string): Request {
	const { body, query = {} } = job.request;
	const { request_xml: given } = body as { request_xml: string };
	const sentAs = String(query.request_id ?? requestIdIn({ request_xml: given }) ?? '');
	const xml = given.includes(' requestID=')
		? given
		: given.replace(/(?<=<QBXMLMsgsRq[^>]*><\w+Rq)/, ` requestID="${sentAs}"`);
	return { id, sentAs, xml, idempotencyKey, state: 'waiting' };
}

// What an operation asks for

const made = onceOfEach<object, () => unknown>();

/** What is asked for with the same comes only once out of an operation's pure functions, or the error. */
function once<Result>(source: object, name: string, make: () => Result): Result {
	const give = made(source, name, () => {
		try {
			const result = make();
			return () => result;
		} catch (error) {
			return () => {
				throw error;
			};
		}
	});
	return give() as Result;
}

// The state's name

const whatCountsOfNext = ({ then, kept }: NextRequests): unknown => [then, kept];

function whatCountsOfExecution(own: Execution): unknown {
	const { plan, isChanged, phase, isDisturbed, items, saved } = own;
	const facts = [plan, isChanged, phase, isDisturbed, items, own.number];
	if (phase === 'succeeded') return facts;
	if (hasEnded(own)) return [...facts, nameOfJournal(saved)];
	return [
		...facts,
		own.try,
		nameOfJournal(own.journal),
		nameOfJournal(saved),
		own.awaited.map(({ id, slot, itemIndex }) => [id, slot, itemIndex]),
		own.turns.map(({ itemIndex, next, jobs }) => [
			itemIndex,
			next && nameOnce(next, whatCountsOfNext),
			jobs.map(({ slot, key }) => [slot, key]),
		]),
		own.at,
		own.progress.calls,
		own.progress.failure,
		own.effort,
		own.isWoken,
		own.asleep?.items,
	];
}

const nameOf = ({ queue, books, executions, happened, done, retries, untruth }: State): string =>
	[
		queue.map((request) => nameOnce(request)),
		books.name,
		...executions.map((own) => nameOnce(own, whatCountsOfExecution)),
		happened,
		done,
		retries,
		untruth,
	].join('\n');

/**
 * A small world with operations of several steps, as everything that can happen in it. What an execution does is decided by the real
 * functions, the steps are the operations' own, and the desktop is the simulated one; the service, n8n and people are played.
 */
export function playable(world: World): Playable<State> {
	/** The journals of runs that have done nothing. */
	const empties = world.plans.map((_plan, plan) => newJournal(`run${plan}`));
	const planOf = ({ plan }: Pick<Execution, 'plan'>): Plan => world.plans[plan];
	const formsOf = (own: Execution): readonly Form[] => {
		const { forms, otherForms = forms } = planOf(own);
		return own.isChanged ? otherForms : forms;
	};
	const factsOf = (own: Execution): RunFacts & { prefix: string } => ({
		execution: own.number,
		isRetry: own.isRetry,
		ifAlreadyQueued: undefined,
		prefix: prefixOf(own),
	});
	const namingOf = (own: Execution): Naming => ({
		prefix: prefixOf(own),
		executionMark: markOf(own),
		isTool: false,
		execution: own.number,
		round: knownFrom(own.journal).round,
	});

	/** The same request is the same object, so that what is derived from it is derived once. */
	const requests = onceOfEach<Job | Request, Request>();

	/** Whether nothing more can go wrong. */
	const isCalm = ({ happened }: State): boolean => happened.length >= world.faults;

	/** Something that happens. None if it is a fault that can't happen here. */
	function* then(
		state: State,
		tells: string,
		change: Partial<State>,
		fault?: Fault,
	): Iterable<Move<State>> {
		const { happened } = state;
		if (fault !== undefined) {
			if (!world.mayHappen.includes(fault) || isCalm(state)) return;
			yield { tells, state: { ...state, ...change, happened: [...happened, fault].sort() } };
		} else yield { tells, state: { ...state, ...change } };
	}

	const replaced = ({ executions }: State, own: Execution): Pick<State, 'executions'> => ({
		executions: executions.map((one) => (one.id === own.id ? own : one)),
	});

	function* does(
		state: State,
		own: Execution,
		tells: string,
		change: Partial<State> = {},
		fault?: Fault,
	): Iterable<Move<State>> {
		const self = fault === undefined ? own : { ...own, isDisturbed: true };
		const after = { ...replaced(state, self), ...change };
		yield* then(state, `Execution ${own.id} ${tells}`, after, fault);
	}

	// A try

	/** The jobs of a turn, made once: nothing else of the journal counts for them than what is named here. */
	const jobsOf = (own: Execution, turn: Turn): readonly Job[] => {
		const { round, unanswered } = knownFrom(own.journal);
		const { item, itemIndex, form, next } = turn;
		const { prefix, execution } = namingOf(own);
		const about = [prefix, execution, item, itemIndex, round, ...unanswered.keys()].join(' ');
		return once(next ?? form, about, () =>
			jobsOfTurn(planOf(own).operation, { round, unanswered }, turn, {
				naming: namingOf(own),
				qbxml,
			}),
		);
	};

	const asked = (own: Execution) => {
		const { operation } = planOf(own);
		return formsOf(own).map((form, index) =>
			once(planOf(own), `asked ${index} ${own.isChanged}`, () =>
				askedOf({ operation, isTool: false, knowledgeFor: () => qbxml }, form, index),
			),
		);
	};

	const identifierIn = (record: QueuedRecord): string | undefined =>
		once(record, 'identifier', () => requestIdIn(record));

	/** The run's own requests in the queue, or why they can't be told. */
	function ownRequests({ queue }: State, own: Execution) {
		const records = queue.map((request) => shown(request, world));
		const { own: known } = knownFrom(own.journal);
		const hidden = records.find(({ id }) => world.hidesIdentifiers && !known.has(id));
		return {
			because: own.isRetry && hidden ? 'no request in its queue shows the identifier' : undefined,
			found: records.flatMap((record) => {
				const identifier = identifierIn(record) ?? '';
				return identifier.startsWith(prefixOf(own)) ? [{ record, identifier }] : [];
			}),
		};
	}

	function lookForRun(state: State, own: Execution, writes: readonly Job[]): Execution {
		const { found, because } = ownRequests(state, own);
		const events = takenOver(knownFrom(own.journal), factsOf(own), writes, found);
		return withJournal(own, ...events, {
			event: 'looked',
			connectionId: CONNECTION_ID,
			execution: own.number,
			...(because !== undefined && { because }),
		});
	}

	/** Whether another try of the run queues its requests: they take turns. */
	const isTaken = ({ executions }: State, own: Execution): boolean =>
		executions.some(({ plan, phase }) => plan === own.plan && phase === 'queueing');

	/** What `prepare` and `begin` do. */
	function* begin(state: State, own: Execution): Iterable<Move<State>> {
		if (isTaken(state, own)) return;
		const { operation } = planOf(own);
		const forms = formsOf(own);
		const isContinued = own.journal.events.length > 0;
		let self = withJournal(own, { event: 'turn', round: knownFrom(own.journal).round });
		const items: Item[] = forms.map(() => ({}));
		const failed = (index: number, why: string) => {
			items[index] = { end: 'failed', why, isEarly: true };
		};
		const jobs = asked(own).map((one): readonly Job[] => {
			try {
				return jobsOf(self, one);
			} catch (error) {
				failed(one.itemIndex, (error as Error).message);
				return [];
			}
		});
		const { isRetry } = own;
		const sought = soughtBefore(operation, jobs.flat(), { isContinued, isRetry });
		if (sought !== 'nothing') {
			const { found } = ownRequests(state, self);
			const isBegunAgain = found.length > 0 && knownFrom(self.journal).own.size === 0;
			self = { ...self, isRetry: isRetry || isBegunAgain };
			self = lookForRun(state, self, jobs.flat());
		}
		if (sought === 'steps') {
			const steps = Object.keys(operation.steps ?? {});
			const { found } = ownRequests(state, self);
			const on = { connectionId: CONNECTION_ID, asked: asked(own), steps };
			const moved = whyStepsMoved(prefixOf(self), on.asked, found);
			if (moved) for (const { itemIndex } of on.asked) failed(itemIndex, moved.because);
			else self = withJournal(self, ...placesIn(knownFrom(self.journal), factsOf(self), on, found));
		}
		if (operation.goesOn) {
			const elsewhere = writtenInOtherPlaces(knownFrom(self.journal), jobs.flat());
			for (const index of elsewhere.keys()) failed(index, 'changed');
		}
		const open = asked(own).filter(({ itemIndex }) => !items[itemIndex].end);
		const known = knownFrom(self.journal);
		const { events, awaited, changed, fresh } = resumed(known, factsOf(self), operation, open);
		self = withJournal(self, ...events);
		for (const { itemIndex } of changed) items[itemIndex] = { end: 'failed', why: 'changed' };
		const turns = fresh.map((turn) => ({ ...turn, jobs: jobsOf(self, turn) }));
		self = { ...self, items, awaited, turns, at: 0, progress: untouched, phase: 'queueing' };
		const stops = items.some(({ end }) => end) && !planOf(own).continuesOnFail;
		const ended = stops ? endAll(self) : self;
		yield* does(state, goOn(state, ended), 'begins');
	}

	const overIn = ({ items }: Execution): Set<number> =>
		new Set(items.flatMap(({ end }, index) => (end ? [index] : [])));

	const jobsIn = ({ turns }: Execution): Job[] => {
		const all = [
			...new Map(turns.flatMap(({ jobs }) => jobs).map((job) => [job.slot, job])).values(),
		];
		return [...all.filter(({ isRead }) => !isRead), ...all.filter(({ isRead }) => isRead)];
	};

	/** A try that stops at an error: n8n stores what it has done. */
	const endAll = (own: Execution): Execution => {
		const { mostTries = 1 } = planOf(own);
		const items = own.items.map((item) =>
			item.end ? item : { ...item, end: 'left alone' as const },
		);
		const isOver = own.try >= mostTries;
		return {
			...own,
			items: isOver ? items : own.items.map(() => ({})),
			try: isOver ? own.try : own.try + 1,
			phase: isOver ? 'failed' : 'ready',
			...(isOver && { saved: own.journal }),
			awaited: [],
			turns: [],
			at: 0,
		};
	};

	/** Notes where the items of a round stand of which everything was queued. */
	function planned(own: Execution): Execution {
		const { operation } = planOf(own);
		const known = knownFrom(own.journal);
		const { events, awaited } = queuedTurns(known, factsOf(own), operation, own.turns);
		const all = awaitedThen(own.awaited, awaited, overIn(own));
		return { ...withJournal(own, ...events), awaited: all, turns: [], at: 0 };
	}

	/** Goes on when a job was queued, or when there is nothing more to queue. */
	function goOn(state: State, own: Execution): Execution {
		if (own.phase !== 'queueing' || own.at < jobsIn(own).length) return own;
		const self = planned(own);
		const { sleeps = false } = planOf(own);
		const fallsAsleep = sleeps === 'once' ? !own.isWoken : sleeps;
		return self.awaited.length === 0
			? results(state, self)
			: { ...self, phase: 'waiting', ...(fallsAsleep && stored(self)) };
	}

	/** What n8n stores of an execution that goes to sleep. */
	const stored = ({ journal, awaited, items }: Execution): Partial<Execution> => ({
		saved: journal,
		asleep: { awaited, items },
		isWoken: true,
	});

	/** A job can't be queued. Without Continue On Fail, that ends the try. */
	function failJob(state: State, own: Execution, job: Job, why: string): Execution {
		const isAbout = ({ jobs }: ReadyTurn) => jobs.some(({ slot }) => slot === job.slot);
		const indexes = own.turns.filter(isAbout).map(({ itemIndex }) => itemIndex);
		const items = own.items.map((item, index) =>
			indexes.includes(index) ? { end: 'failed' as const, why } : item,
		);
		const self = { ...own, items };
		return planOf(own).continuesOnFail
			? goOn(state, { ...self, at: own.at + 1, progress: untouched })
			: results(state, planned(self));
	}

	// Queueing: all looks up to the next call are one move.

	function* enqueue(state: State, given: Execution): Iterable<Move<State>> {
		let own = given;
		const { [own.at]: job } = jobsIn(own);
		for (;;) {
			own = { ...own, effort: own.effort + 1 };
			const known = knownFrom(own.journal);
			const decision = decide(known, factsOf(own), job, own.progress);
			const { progress } = own;
			if (decision.next === 'lookForRun') {
				own = lookForRun(state, own, jobsIn(own));
			} else if (decision.next === 'lookForIdentifier') {
				const list = listOf(state);
				const existing = replacementIn(known, job, gainedFrom(list, [String(job.replaces)]));
				own = { ...own, progress: { ...progress, existing } };
			} else if (decision.next === 'lookForCall') {
				const look = lookForCall(state, own, job, decision.isInAnyForm ?? false);
				if (look.is === 'found') {
					own = withJournal(own, queuedAs(factsOf(own), job, look.record, 'none'));
				}
				own = { ...own, progress: { ...own.progress, looks: progress.looks + 1, look } };
			} else if (decision.next === 'send') {
				return yield* send(state, own, job, decision.idempotencyKey);
			} else if (decision.next === 'take') {
				own = withJournal(own, queuedAs(factsOf(own), job, decision.record, 'stands'));
				return yield* does(
					state,
					goOn(state, { ...own, at: own.at + 1, progress: untouched }),
					`takes ${decision.record.id} for ${job.slot}`,
				);
			} else if (decision.as === 'queued') {
				return yield* does(
					state,
					goOn(state, { ...own, at: own.at + 1, progress: untouched }),
					`has ${decision.record.id} in the queue for ${job.slot}`,
				);
			} else {
				if (decision.as === 'notQueued') {
					own = withJournal(own, { event: 'notQueued', slot: job.slot });
				}
				if (decision.as === 'unknown' && settles(planOf(own).operation)(job)) {
					const lost = { message: 'lost', description: 'lost', at: NOW.toISOString() };
					const { slot, externalGuid } = job;
					own = withJournal(own, { event: 'unknown', slot, externalGuid, ...lost });
					own = goOn(state, { ...own, at: own.at + 1, progress: untouched });
				} else own = failJob(state, own, job, decision.as);
				return yield* does(state, own, `ends ${job.slot}: ${decision.as}`);
			}
		}
	}

	const listOf = ({ queue: all }: State): QueuedRecord[] =>
		all.map((request) => shown(request, world)).reverse();

	const gainedFrom = (list: readonly QueuedRecord[], ids: string[]) => {
		const at = list.find(({ id }) => ids.includes(id))?.inserted_at as string | undefined;
		return gainedSince(list, { ids, ...(at !== undefined && { at }) });
	};

	function lookForCall(state: State, own: Execution, job: Job, isInAnyForm: boolean) {
		const known = knownFrom(own.journal);
		const list = listOf(state);
		if (job.isRead) {
			const record = list.find((one) => identifierIn(one) === job.identifier);
			return record ? ({ is: 'found', record } as const) : ({ is: 'absent' } as const);
		}
		const cursor = known.cursors.get(CONNECTION_ID);
		if (!cursor) return unclear('the run has no cursor');
		return recognise(job, gainedSince(list, cursor), known.own, isInAnyForm);
	}

	function* send(
		state: State,
		own: Execution,
		job: Job,
		idempotencyKey: string,
	): Iterable<Move<State>> {
		const id = `r${state.nextId}`;
		const request = requests(job, `${id} ${idempotencyKey}`, () =>
			requestOf(job, id, idempotencyKey),
		);
		const same = world.honoursKeys
			? state.queue.find((one) => one.idempotencyKey === idempotencyKey)
			: undefined;
		const { slot, key, replaces, isRead } = job;
		const mayBeThere = knownFrom(own.journal).unanswered.has(slot);
		let out = own;
		if (!isRead && !knownFrom(own.journal).cursors.has(CONNECTION_ID)) {
			const [newest] = listOf(state);
			const cursor = newest ? { ids: [newest.id], at: newest.inserted_at as string } : { ids: [] };
			const isOfRetry = own.isRetry ? { isOfRetry: true as const } : {};
			out = withJournal(out, {
				event: 'cursor',
				connectionId: CONNECTION_ID,
				cursor,
				...isOfRetry,
			});
		}
		if (replaces !== undefined)
			out = withJournal(out, { event: 'replaced', requestId: replaces, slot });
		out = withJournal(out, { event: 'sent', slot, key });
		const arrived = {
			queue: same ? state.queue : [...state.queue, request],
			nextId: state.nextId + 1,
		};
		const answer = same ?? request;
		const kept = withJournal(out, queuedAs(factsOf(own), job, shown(answer, world), 'none'));
		const done = goOn(state, { ...kept, at: own.at + 1, progress: untouched });
		yield* does(state, done, `sends ${slot}, and the service queues it as ${answer.id}`, arrived);
		if (isCalm(state)) return;
		const lost = { ...out, progress: afterCall(own.progress, lostCall) };
		const before = `sends ${slot}, and the call is lost before it counts`;
		yield* does(state, lost, before, { nextId: state.nextId + 1 }, 'lost before it counted');
		const after = `sends ${slot}, and the answer of ${answer.id} is lost`;
		yield* does(state, lost, after, arrived, 'lost after it counted');
		const noted = mayBeThere ? out : withJournal(out, { event: 'notQueued', slot });
		const refused = { ...noted, progress: afterCall(own.progress, refusedCall) };
		const tells = `sends ${slot}, and the service refuses it`;
		yield* does(state, refused, tells, { nextId: state.nextId + 1 }, 'refused by the service');
	}

	// What comes of the requests

	const outcomes = new WeakMap<Request, Outcome>();

	/** How a request has ended. Undefined if it has not. */
	function outcomeOf(request: Request): Outcome | undefined {
		if (request.state === 'waiting') return undefined;
		const record = shown(request, world);
		const outcome =
			outcomes.get(request) ?? (hasFailed(record) ? { failed: record } : { pages: [record] });
		outcomes.set(request, outcome);
		return outcome;
	}

	function outcomesOf({ queue: all }: State, { awaited }: Execution): Outcomes {
		const ended: Outcomes = new Map();
		for (const { id, isLost } of awaited) {
			const request = all.find((one) => one.id === id);
			const outcome = request && outcomeOf(request);
			if (isLost) ended.set(id, { lost: true });
			else if (!request) ended.set(id, { gone: true });
			else if (outcome) ended.set(id, outcome);
		}
		return ended;
	}

	const stepsOf =
		({ queue: all }: State, own: Execution, outcomes: Outcomes): TakeStep =>
		(item, requests, form) => {
			const plan = planOf(own);
			const known = knownFrom(own.journal);
			const [{ itemIndex }] = requests;
			const numbered = [...formsOf(own).entries()];
			const isEarly = ([index]: [number, Form]) => own.items[index].isEarly === true;
			const failed = new Map(numbered.filter(isEarly));
			const standpoint = {
				operation: plan.operation,
				known,
				outcomes,
				forms: new Map(numbered.filter((one) => !isEarly(one))),
				failed,
			};
			const about = [
				nameOnce(item),
				own.isChanged,
				itemIndex,
				[...failed.keys()],
				requests.map(({ id }) => {
					const request = all.find((one) => one.id === id);
					return request ? nameOnce(request) : id;
				}),
				item.slots.map((slot) => known.queued.get(slot)?.externalGuid),
				[...(known.stepWrites.get(item.item)?.values() ?? [])].map(
					({ step, key }) => `${step} ${key}`,
				),
			].join('\n');
			return once(plan, about, () =>
				takeStep(standpoint, item, requests, { form, qbxml, itemIndex }),
			);
		};

	function* wait(state: State, own: Execution): Iterable<Move<State>> {
		const outcomes = outcomesOf(state, own);
		if (own.awaited.some(({ id }) => !outcomes.has(id))) return;
		const known = knownFrom(own.journal);
		const waiting = { awaited: own.awaited, outcomes };
		const { continuesOnFail = false, operation } = planOf(own);
		const { steps } = operation;
		const manner = { over: overIn(own), continuesOnFail, prefix: prefixOf(own), steps };
		const after = turnsAfter(known, waiting, manner, stepsOf(state, own, outcomes));
		let self = withJournal(own, ...after.events);
		if (after.turns.length === 0) {
			const ended = results(state, self);
			yield* does(state, ended, `reads what came of its requests${endsOf(ended)}`);
			return;
		}
		if (isTaken(state, own)) return;
		const rounds = { operation: planOf(own).operation, isTool: false };
		const requests = groupedByItem(own.awaited);
		const over = after.turns.flatMap(({ itemIndex }) => requests.get(itemIndex) ?? []);
		self = withJournal(self, ...refusalsOf(rounds, over, outcomes, own.number));
		self = withJournal(self, { event: 'turn', round: known.round + 1 });
		const turns = after.turns.map((turn) => {
			const { [turn.itemIndex]: one } = asked(own);
			return { ...one, ...turn, jobs: jobsOf(self, turn) };
		});
		const jobs = turns.flatMap((turn) => turn.jobs);
		if (soughtAgain(jobs).size > 0) self = lookForRun(state, self, jobs);
		const asks = turns.map(({ itemIndex, next }) => `${itemIndex}: ${next?.then ?? 'anew'}`);
		self = {
			...self,
			turns,
			at: 0,
			progress: untouched,
			phase: 'queueing',
			effort: own.effort + 1,
			kept: turns[0].next?.kept,
		};
		yield* does(state, self, `reads what came of its requests, and goes on (${asks.join()})`);
	}

	/** How many refusals an execution knows. */
	const refusedIn = ({ journal }: Execution): number =>
		[...knownFrom(journal).refused.values()].flat().length;

	/** What comes out of the node. */
	function results(state: State, own: Execution): Execution {
		const outcomes = outcomesOf(state, own);
		const items = [...own.items];
		const rounds = { operation: planOf(own).operation, isTool: false };
		let self = withJournal(own, ...refusalsOf(rounds, own.awaited, outcomes, own.number));
		// Another Retry may write in its place.
		if (refusedIn(self) > refusedIn(own)) self = { ...self, isDisturbed: true };
		const known = knownFrom(self.journal);
		for (const [itemIndex, requests] of groupedByItem(own.awaited)) {
			if (items[itemIndex].end || requests.some(({ id }) => !outcomes.has(id))) continue;
			try {
				const output = itemsOfSteps(known, requests, stepsOf(state, self, outcomes));
				if (!output) continue;
				const form = formsOf(own)[itemIndex];
				const about = { item: itemIndex, output, form, state };
				const wrong = world.green?.(state.books, about);
				items[itemIndex] = { end: 'green', ...(wrong !== undefined && { why: wrong }) };
			} catch (error) {
				const { message, description } = error as Error & { description?: string };
				items[itemIndex] = { end: 'failed', why: description ? message : 'an error says nothing' };
				const about = { error, execution: own.number };
				self = withJournal(self, ...failureOf(rounds, known, requests, outcomes, about));
			}
		}
		self = { ...self, items, phase: 'failed' };
		const isGreen = planOf(own).continuesOnFail || items.every(({ end }) => end === 'green');
		return isGreen ? { ...self, phase: 'succeeded', turns: [], awaited: [] } : endAll(self);
	}

	/** How the items of a try have ended, in words. */
	const endsOf = ({ items }: Execution): string =>
		items
			.map(({ end, why }, index) => `; item ${index}: ${end ?? 'open'}${why ? `, ${why}` : ''}`)
			.join('');

	// What others do

	const begun = (
		facts: Pick<Execution, 'id' | 'isChanged' | 'isRetry' | 'journal' | 'number' | 'plan'>,
	): Execution => ({
		...facts,
		phase: 'ready',
		try: 1,
		saved: facts.journal,
		items: world.plans[facts.plan].forms.map(() => ({})),
		awaited: [],
		turns: [],
		at: 0,
		progress: untouched,
		effort: 0,
		isDisturbed: false,
	});

	function* interrupt(state: State, own: Execution): Iterable<Move<State>> {
		if (isCalm(state) || hasEnded(own)) return;
		if (own.phase === 'ready' && own.journal.events.length === 0) return;
		const { [own.plan]: empty } = empties;
		const anew = begun({ ...own, journal: empty });
		const again: Execution = { ...anew, saved: own.saved, isWoken: undefined };
		const tells = 'crashes. n8n runs it again and has nothing of it';
		yield* does(state, again, tells, {}, 'crash, and again');
		if (planOf(own).otherForms && !own.isChanged) {
			const others = `${tells}; its items are others by then`;
			yield* does(state, { ...again, isChanged: true }, others, {}, 'crash, and other items');
		}
		if (own.saved.events.length > 0) {
			const { asleep, saved } = own;
			const handed: Execution = {
				...begun({ ...own, journal: saved }),
				...(asleep && { ...asleep, asleep, phase: 'waiting', isWoken: true }),
			};
			const with_ = 'crashes. n8n runs it again with what it had saved';
			yield* does(state, handed, with_, {}, 'crash, and again');
		}
		yield* does(state, { ...own, phase: 'crashed', saved: empty }, 'crashes', {}, 'crash');
		const twin = begun({ ...anew, id: String(state.executions.length + 1) });
		const executions = [...state.executions, twin];
		const alive = `Execution ${own.id} seems dead. n8n runs it again, as ${twin.id}`;
		yield* then(state, alive, { executions }, 'twice at once');
		const stopped: Execution = { ...own, phase: 'stopped', saved: own.journal };
		yield* does(state, stopped, 'is stopped', {}, 'stop');
	}

	function* retry(state: State, own: Execution): Iterable<Move<State>> {
		if (state.retries === 0) return;
		const { plan, saved: journal } = own;
		const id = String(state.executions.length + 1);
		const press = (isChanged: boolean) => ({
			retries: state.retries - 1,
			executions: [
				...state.executions,
				begun({ id, number: id, plan, isRetry: true, isChanged, journal }),
			],
		});
		const pressed = `Retry on execution ${own.id}: execution ${id} begins`;
		yield* then(state, `Somebody presses ${pressed}`, press(own.isChanged));
		if (!planOf(own).otherForms || own.isChanged) return;
		yield* then(
			state,
			`Somebody changes the form and presses ${pressed}`,
			press(true),
			'another form',
		);
	}

	/** What goes wrong at the desktop goes wrong for whoever is about it. */
	const disturbed = ({ executions }: State): Pick<State, 'executions'> => ({
		executions: executions.map((own) => (hasEnded(own) ? own : { ...own, isDisturbed: true })),
	});

	/** The desktop carries out what waits, in order. */
	function* carryOutNext(state: State): Iterable<Move<State>> {
		for (const [at, { state: is }] of state.queue.entries()) {
			if (is !== 'waiting') continue;
			yield* carryOutAt(state, at);
			if (!world.anyOrder) return;
		}
	}

	function* carryOutAt(state: State, at: number): Iterable<Move<State>> {
		const { [at]: request } = state.queue;
		const { id, xml } = request;
		const become = (is: Request['state'], answer?: string, books = state.books) => {
			const ended = requests(request, `${is} ${answer}`, () => ({
				...request,
				state: is,
				...(answer !== undefined && { answer }),
			}));
			return { queue: state.queue.with(at, ended), books };
		};
		const { books, answer } = carryOut(state.books, xml);
		yield* then(state, `The desktop carries out ${id}`, become('answered', answer, books));
		const isWrite = /<(?:\w+)(?:Add|Mod|Del|Void)Rq[\s>]/.test(xml);
		if (!isWrite || isCalm(state)) return;
		const refusedWith = (code: number, message: string) => {
			const status = { code, severity: 'Error' as const, message };
			const refusal = once(request, String(code), () => refuseRequests(xml, status));
			return { ...become('answered', refusal), ...disturbed(state) };
		};
		yield* then(
			state,
			`The desktop refuses ${id}`,
			refusedWith(3140, 'There is an invalid reference to a customer.'),
			'refused by the desktop',
		);
		yield* then(
			state,
			`Somebody has open what ${id} is about`,
			refusedWith(3175, 'There was an error locking the object, which is in use.'),
			'locked',
		);
		const unreadable = become('answered', '<QBXML></QBXML>', books);
		yield* then(
			state,
			`The desktop carries out ${id}, and its answer can't be read`,
			{ ...unreadable, ...disturbed(state) },
			'unreadable',
		);
		const breaks = `The session breaks off with ${id}`;
		const who = disturbed(state);
		const isIn = { ...become('unknown', undefined, books), ...who };
		yield* then(state, `${breaks}, which is written`, isIn, 'unknown, written');
		const isOut = { ...become('unknown'), ...who };
		yield* then(state, `${breaks}, which is not written`, isOut, 'unknown, not written');
	}

	/** What is deleted is forgotten (docs/waiting.md), but not by the executions that know it. */
	function* deleteEnded(state: State): Iterable<Move<State>> {
		if (isCalm(state)) return;
		for (const request of state.queue) {
			const knows = ({ events }: Execution['journal']) =>
				knownFrom({ runKey: '', events }).own.has(request.id);
			const isKnown = state.executions.every(
				({ journal, saved, phase }) => knows(journal) && (knows(saved) || phase === 'waiting'),
			);
			if (request.state === 'waiting' || !isKnown) continue;
			const queue = state.queue.filter((one) => one !== request);
			yield* then(
				state,
				`Somebody deletes ${request.id}`,
				{ queue, ...disturbed(state) },
				'deleted',
			);
		}
	}

	function* colleague(state: State): Iterable<Move<State>> {
		for (const [tells, write] of Object.entries(world.colleague ?? {})) {
			if (state.done.includes(tells)) continue;
			const request = write(state.books);
			if (request === undefined) continue;
			const books = written(state.books, request);
			yield* then(state, tells, { books, done: [...state.done, tells].sort() });
		}
	}

	const life = { ready: begin, queueing: enqueue, waiting: wait, interrupt, retry };

	return {
		start: {
			queue: world.before ?? [],
			books: world.books,
			executions: world.plans.map((_plan, plan) =>
				begun({
					id: String(plan + 1),
					number: String(plan + 1),
					plan,
					isRetry: false,
					isChanged: false,
					journal: empties[plan],
				}),
			),
			happened: [],
			done: [],
			retries: world.retries,
			nextId: (world.before?.length ?? 0) + 1,
		},

		*moves(state) {
			yield* movesOfExecutions(state, life);
			yield* carryOutNext(state);
			yield* deleteEnded(state);
			yield* colleague(state);
		},

		nameOf,

		wrongIn(state) {
			const { executions, books } = state;
			const always = world.always?.(books, state);
			if (always !== undefined) return always;
			for (const { id, items, effort } of executions) {
				if (effort > ENDLESS) return `execution ${id} does not come to an end`;
				const untrue = items.find(({ end, why }) => end === 'green' && why !== undefined);
				if (untrue) return `execution ${id} is green, and ${untrue.why}`;
				if (items.some(({ why }) => why === 'an error says nothing')) {
					return `execution ${id} ends with an error that does not say what to do`;
				}
			}
			return undefined;
		},

		wrongAtEnd({ executions, happened, done }) {
			const stuck = stuckIn(executions);
			if (stuck !== undefined || done.length > 0) return stuck;
			const isClear = happened.length === 0 && !world.mayBeInVain;
			const inVain = executions.find(
				({ phase, isRetry, isDisturbed }) =>
					phase === 'failed' && (isClear || (world.retrySucceeds && isRetry && !isDisturbed)),
			);
			return inVain && `execution ${inVain.id} fails although nothing went wrong`;
		},
	};
}
