import {
	type Answer,
	type Call,
	type RunningProxy,
	startProxy,
} from '../../../n8n/processes/proxy';
import { credentialsFor, type LocalService } from './local-service';

/** What becomes of a call: another answer, a broken connection, or `undefined` to let it pass. */
export type Meddle = (call: Call) => Promise<Answer | 'drop' | undefined>;

/** The real service behind a proxy that meddles with its answers. */
export interface ProxiedService {
	readonly credentials: ReturnType<typeof credentialsFor>;
	/** The calls that came in since the test began, as `GET /connections?page=1`. */
	readonly calls: string[];
	/** How many calls were under way at the same time at most, since the test began. */
	readonly mostAtOnce: number;
	/** Says what becomes of the calls of this test. */
	meddle(how: Meddle): void;
}

/** What an answer is turned into. */
export type Trouble = (call: Call) => Promise<Answer | 'drop'>;

const answerOf = (status: number, type: string, body: string): Answer => ({
	status,
	headers: { 'content-type': type },
	body: Buffer.from(body),
});

/** Answers that do not tell that the service has taken the request, as it has. */
export const lostAnswers: ReadonlyArray<[what: string, trouble: Trouble]> = [
	['the connection breaks', () => Promise.resolve('drop')],
	[
		'the answer is cut off',
		async ({ forward }) => {
			const answer = await forward();
			return { ...answer, body: answer.body.subarray(0, 20) };
		},
	],
	['500 without an error body', async () => answerOf(500, 'text/html', '<h1>Broken</h1>')],
	['502 of a gateway', async () => answerOf(502, 'text/html', '')],
	['200 with a page', async () => answerOf(200, 'text/html', '<h1>Welcome</h1>')],
	['200 with another object', async () => answerOf(200, 'application/json', '{"ok":true}')],
	['200 with nothing in it', async () => answerOf(200, 'application/json', '{"data":null}')],
	['204', async () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })],
];

/** Hands the call to the service, and gives the caller something else than its answer. */
export const afterTaking =
	(trouble: Trouble): Trouble =>
	async (call) => {
		const answer = await call.forward();
		return await trouble({ ...call, forward: async () => answer });
	};

/** Whether a call queues a request, and is no look at what is there. */
export const queues = ({ method, path }: Pick<Call, 'method' | 'path'>): boolean =>
	method === 'POST' || /[?&]request_id=/.test(path);

/** Puts a proxy before the service for the tests of a file. */
export function useProxiedService(service: LocalService): ProxiedService {
	let proxy: RunningProxy;
	let meddle: Meddle;
	let underWay = 0;
	let mostAtOnce = 0;
	const calls: string[] = [];

	beforeAll(async () => {
		proxy = await startProxy(new URL(service.baseUrl).origin, async (call) => {
			calls.push(`${call.method} ${call.path.replace('/api/v1', '')}`);
			mostAtOnce = Math.max(mostAtOnce, ++underWay);
			try {
				return (await meddle(call)) ?? (await call.forward());
			} finally {
				underWay--;
			}
		});
	});
	beforeEach(() => {
		calls.length = 0;
		mostAtOnce = 0;
		meddle = () => Promise.resolve(undefined);
	});
	afterAll(async () => {
		await proxy.close();
	});

	return {
		get credentials() {
			return credentialsFor(`${proxy.origin}/api/v1`);
		},
		calls,
		get mostAtOnce() {
			return mostAtOnce;
		},
		meddle(how) {
			meddle = how;
		},
	};
}
