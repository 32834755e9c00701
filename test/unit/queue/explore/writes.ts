import { shortHash } from '../../../../queue/calls/shortHash';
import { knownFrom } from '../../../../queue/once/journal';
import {
	itemPrefix,
	replacementIdentifier,
	runPrefix,
	STEP_WORDS_LENGTH,
	stepPositionOfSlot,
	stepSlot,
	WORDS_LENGTH,
} from '../../../../queue/requests/identifiers';
import type { Write } from '../../../../queue/requests/write';
import { contentOf, type Request } from './service';
import type { Execution, State } from './state';
import type { Item, Plan, World } from './world';

export const CONNECTION = 'c';

export const planOf = ({ plans }: World, { plan }: Pick<Execution, 'plan'>): Plan => plans[plan];

export const prefixOf = ({ plan }: Execution): string => runPrefix(`Run-of-the-plan${plan}`);

/** The mark of an execution, as long as a real one. */
const markOf = ({ plan }: Execution): string => String(plan).padStart(8, '0');

/** Whether the identifiers of a plan name one thing, whoever writes it. */
export const areShared = ({ identity, ifAlreadyQueued = 'queueAnyway' }: Plan): boolean =>
	identity === 'order' || (identity === 'users' && ifAlreadyQueued !== 'queueAnyway');

const settledBy = ({ before = [] }: World, { settles }: Item): Request | undefined =>
	before.find(({ id }) => id === settles);

/** What an item writes, in truth. */
export function purposeOf(world: World, plan: number, item: Item): string {
	const { [plan]: own } = world.plans;
	const purpose = areShared(own) ? String(item.identifier) : `${item.words} of run ${plan}`;
	return settledBy(world, item)?.writes ?? purpose;
}

/** How often each thing may be in the books. */
export function limitsOf(world: World): Map<string, number> {
	const limits = new Map<string, number>();
	for (const [index, plan] of world.plans.entries()) {
		for (const item of plan.items) {
			const purpose = purposeOf(world, index, item);
			const isOne = areShared(plan) || item.settles !== undefined;
			const same = plan.items.filter((other) => purposeOf(world, index, other) === purpose);
			limits.set(purpose, isOne ? 1 : same.length);
		}
	}
	return limits;
}

/** A GUID begins with what stands for the run. */
const guidOf = (plan: number, ...parts: unknown[]): string =>
	`{${shortHash(8, plan)}-${shortHash(8, ...parts)}}`;

/** What an item's form says. */
export function contentFor(
	world: World,
	own: Execution,
	index: number,
): Pick<Request, 'guid' | 'words'> {
	const item = planOf(world, own).items[index];
	const settled = settledBy(world, item);
	if (settled) return settled;
	const words = own.form === 0 ? item.words : `${item.words}-${own.form}`;
	const hasGuid = world.hasGuids === 'in other forms' ? own.form > 0 : world.hasGuids;
	return { words, ...(hasGuid && { guid: guidOf(own.plan, index, words) }) };
}

/** The step that takes what comes of a replacement. */
const AGAIN = 3;

/** The round in which an item's replacement goes out: one that gave no answer is the same, and keeps its place. */
function roundOf({ journal }: Execution, index: number): number {
	const { unanswered, round } = knownFrom(journal);
	const slot = [...unanswered.keys()].find((one) => {
		const position = stepPositionOfSlot(one);
		return position?.item === String(index) && position.step === AGAIN;
	});
	return slot === undefined ? round : Number(stepPositionOfSlot(slot)?.round);
}

const written = new WeakMap<World, Map<string, Write>>();

/** The write that an item is about to queue. */
export function writeOf(
	world: World,
	{ queue }: Pick<State, 'queue'>,
	own: Execution,
	index = own.at,
): Write {
	const { plan, form } = own;
	const { replaces } = own.items[index];
	const round = replaces === undefined ? 0 : roundOf(own, index);
	const { words, guid: formGuid } = contentFor(world, own, index);
	const guid = queue.find(({ id }) => id === replaces)?.guid ?? formGuid;
	const name = [plan, index, form, replaces, round, guid].join();
	const made = written.get(world) ?? new Map<string, Write>();
	written.set(world, made);
	const before = made.get(name);
	if (before) return before;
	const prefix = prefixOf(own);
	const position = { item: String(index), round, step: AGAIN };
	const isFirst = replaces === undefined;
	const slot = isFirst ? String(index) : stepSlot(position);
	const slotPrefix = isFirst ? itemPrefix(prefix, index) : `${prefix}${slot}-`;
	const key = `${slotPrefix}${shortHash(isFirst ? WORDS_LENGTH : STEP_WORDS_LENGTH, words)}`;
	const { identity: whose, items } = planOf(world, own);
	const {
		[index]: { identifier: given },
	} = items;
	const identity = given === undefined ? 'made' : whose;
	const identifier = given ?? (isFirst ? key : replacementIdentifier(CONNECTION, replaces));
	const attributes = { requestID: given ?? `${identifier}-${markOf(own)}` };
	const request = { ...contentOf({ words, guid }), attributes };
	const write: Write = {
		connectionId: CONNECTION,
		request: {
			method: 'POST',
			path: `/connections/${CONNECTION}/queued_requests`,
			body: { request_json: { request } },
		},
		identifier,
		identity,
		isRead: false,
		key,
		slot,
		slotPrefix,
		...(!isFirst && { position, replaces }),
		part: '',
		externalGuid: guid ?? '',
	};
	made.set(name, write);
	return write;
}

/** A write's call as it will stand in the queue. */
export function requestOf(
	world: World,
	state: State,
	own: Execution,
	idempotencyKey: string,
): Request {
	const { identifier, identity, externalGuid } = writeOf(world, state, own);
	return {
		id: `r${state.nextId}`,
		sentAs: identity === 'made' ? `${identifier}-${markOf(own)}` : identifier,
		words: contentFor(world, own, own.at).words,
		...(externalGuid !== '' && { guid: externalGuid }),
		idempotencyKey,
		state: 'waiting',
		writes: purposeOf(world, own.plan, planOf(world, own).items[own.at]),
		by: own.id,
	};
}
