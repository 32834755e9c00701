import { request } from 'undici';

// A process that makes a small call again and again from one message of its parent to the next, and tells how many milliseconds
// each took. The parent has large answers to deal with, which would hold the calls up.
// Usage: caller.ts URL AUTHORIZATION

const MILLISECONDS_BETWEEN_CALLS = 10;

const [, , url, authorization] = process.argv;

async function call(): Promise<number> {
	const begun = performance.now();
	const { statusCode, body } = await request(url, { headers: { authorization } });
	await body.text();
	if (statusCode !== 200) throw new Error(`A call was answered with ${statusCode}.`);
	return performance.now() - begun;
}

let calls: Array<Promise<number>> = [];
let timer: NodeJS.Timeout | undefined;

process.on('message', () => {
	if (timer === undefined) {
		timer = setInterval(() => calls.push(call()), MILLISECONDS_BETWEEN_CALLS);
		return;
	}
	clearInterval(timer);
	timer = undefined;
	void Promise.all(calls).then((times) => process.send?.(times));
	calls = [];
});
