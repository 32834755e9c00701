import { failureOfAnswer, failureOfNetwork, ServiceError } from '../../../../queue/calls/errors';
import type { Service } from '../../../../queue/calls/ports';
import type { ServiceCall } from '../../../../queue/calls/serviceCall';
import { chance, shuffled } from '../support/served-queue';
import type { Reading } from './service';
import { listed, type Request, shown, taken } from './service';
import type { Choose } from './stories';

/** What a service's search finds. */
export type Search = 'everything' | 'nothing' | 'the newest 20' | 'everything, at first';

/** A service as the code calls it. At each call, the story chooses what goes wrong. */
export interface RealService extends Service {
	queue: Request[];
}

/** The process dies, and n8n hands nothing on. */
export class Crash extends Error {}

/** After how many searches one stops to reach anything. */
const AT_FIRST = 3;

const lost = (): ServiceError => new ServiceError(failureOfNetwork({ code: 'ECONNRESET' }));
const answered = (status: number, code?: string): ServiceError =>
	new ServiceError(failureOfAnswer(status, code && { error: { code, message: code } }));

interface Behaviour {
	reading: Reading;
	search: Search;
	/** What a call would queue. */
	requestIn: (call: ServiceCall, id: string) => Request;
	/** What somebody else does just before a call. */
	meanwhile: Record<string, (service: RealService) => void>;
	choose: Choose;
	/** Its story, call by call. */
	told: string[];
}

export function realService(before: readonly Request[], behaviour: Behaviour): RealService {
	const { reading, search, requestIn, meanwhile, choose, told } = behaviour;
	let nextId = before.length + 1;
	let searches = 0;
	const random = chance(1);

	function found(phrase: string): Request[] {
		searches += 1;
		const reached = search === 'the newest 20' ? service.queue.slice(-20) : service.queue;
		const isDeaf =
			search === 'nothing' || (search === 'everything, at first' && searches > AT_FIRST);
		return isDeaf ? [] : reached.filter(({ sentAs }) => sentAs.includes(phrase));
	}

	function list(query: Record<string, unknown>) {
		const { search_phrase: phrase, state, sort_direction: direction } = query;
		const requests = phrase === undefined ? service.queue : found(String(phrase));
		const inAnyOrder = reading.times === 'equal, in another order at each call';
		const inOrder = listed(requests, reading);
		const newestFirst = (inAnyOrder ? shuffled(inOrder, random) : inOrder).filter(
			(record) => state === undefined || record.state === state,
		);
		const records = direction === 'asc' ? newestFirst.reverse() : newestFirst;
		const size = Number(query.page_size ?? 20);
		const page = Number(query.page ?? 1);
		return {
			data: records.slice((page - 1) * size, page * size),
			page,
			total_pages: Math.ceil(records.length / size),
		};
	}

	function read({ path, query = {} }: ServiceCall) {
		if (!/^\/queued_requests\//.test(path)) return list(query);
		const record = service.queue.find(({ id }) => path.endsWith(`/${id}`));
		if (!record) throw answered(404, 'not_found');
		return { data: shown(record, reading) };
	}

	function queue(call: ServiceCall) {
		const request = { ...requestIn(call, `r${nextId}`), idempotencyKey: call.idempotencyKey };
		nextId += 1;
		const { queue: after, answer } = taken(service.queue, request, reading);
		service.queue = [...after];
		if (!answer) throw answered(422, 'invalid_request');
		return { data: shown(answer, reading) };
	}

	function fail(error: Error): never {
		throw error;
	}
	const ways = {
		read: { 'is answered': read, 'gets a 503': () => fail(answered(503)) },
		queue: {
			'is answered': queue,
			'is answered late': async (call: ServiceCall) => {
				const answer = queue(call);
				await new Promise(setImmediate);
				return answer;
			},
			'is lost before it counts': () => fail(lost()),
			'is lost after it counted': (call: ServiceCall) => queue(call) && fail(lost()),
			'is turned away': () => fail(answered(429)),
			'is refused': () => fail(answered(422, 'invalid_request')),
			'goes out when the process dies': () => fail(new Crash()),
			'has counted when the process dies': (call: ServiceCall) => queue(call) && fail(new Crash()),
		},
	};

	const service: RealService = {
		queue: [...before],
		async send(call) {
			const own = Object.entries(call.method === 'GET' ? ways.read : ways.queue);
			const others = Object.entries(meanwhile);
			const choice = choose(own.length + others.length);
			const [what, change] = others[choice - own.length] ?? [];
			if (what !== undefined) told.push(`Meanwhile ${what}`);
			change?.(service);
			const [how, answer] = own[choice] ?? own[0];
			told.push(`${call.method} ${call.path} ${JSON.stringify(call.query ?? {})} ${how}`);
			return answer(call);
		},
	};
	return service;
}
