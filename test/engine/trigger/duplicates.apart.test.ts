import type { IDataObject } from 'n8n-workflow';

import { delivery, postSigned, SECRET } from '../../support/deliveries';
import { credentialsFor } from '../support/local-service';
import { expectNothingStarted } from './support/expectations';
import {
	closeWorkflows,
	completedRequest,
	publishedTrigger,
	storedStaticData,
	withSecret,
} from './support/published-trigger';

// Nothing is asked for here, so no service has to run.
const credentials = withSecret(credentialsFor('http://127.0.0.1:1/api/v1'), SECRET);
afterEach(closeWorkflows);

async function open(staticData?: IDataObject) {
	const host = await publishedTrigger({ credentials, parameters: completedRequest(), staticData });
	await host.activate('init');
	return host;
}

const takenBefore = { status: 200, text: '{"message":"This page was taken before."}' };

test('a page that comes again starts nothing', async () => {
	const host = await open();
	const page = delivery();
	expect((await postSigned(host.webhookUrl(), page)).status).toBe(200);
	expect((await host.nextRun()).items[0].json.id).toBe(page.id);
	expect(await postSigned(host.webhookUrl(), page)).toEqual(takenBefore);
	// What else the body says does not make it another page.
	expect(await postSigned(host.webhookUrl(), { ...page, timestamp: 'later' })).toEqual(takenBefore);
	await expectNothingStarted(host);
});

test.each<[what: string, change: IDataObject]>([
	['id', { id: '11111111-2222-4333-8444-555555555555' }],
	['page_request_id', { page_request_id: '11111111-2222-4333-8444-555555555555' }],
	['state', { state: 'error' }],
])('another %s is another page', async (_what, change) => {
	const host = await open();
	const page = delivery();
	await postSigned(host.webhookUrl(), page);
	await postSigned(host.webhookUrl(), { ...page, ...change });
	await host.nextRun();
	expect((await host.nextRun()).items[0].json).toMatchObject({ ...change, page: 1 });
});

test('of many that arrive at the same moment one starts the workflow, and all are answered well', async () => {
	const host = await open();
	const page = delivery();
	const answers = await Promise.all(
		Array.from({ length: 10 }, async () => await postSigned(host.webhookUrl(), page)),
	);
	expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
	expect(answers.filter(({ text }) => text === takenBefore.text)).toHaveLength(9);
	await host.nextRun();
	await expectNothingStarted(host);
});

test('different pages that arrive at the same moment all start it, and all are remembered', async () => {
	const host = await open();
	const pages = Array.from({ length: 20 }, () => delivery());
	await Promise.all(pages.map(async (page) => await postSigned(host.webhookUrl(), page)));
	const started = new Set<unknown>();
	while (started.size < pages.length) started.add((await host.nextRun()).items[0].json.id);
	expect(started).toEqual(new Set(pages.map(({ id }) => id)));
	for (const page of pages) expect(await postSigned(host.webhookUrl(), page)).toEqual(takenBefore);
});

describe('after a restart', () => {
	/** Loads the nodes anew, so that nothing is left of what they kept in memory. */
	const restart = async (staticData: IDataObject) => {
		jest.resetModules();
		return await open(staticData);
	};

	test('the pages of before are known from what n8n has stored', async () => {
		const host = await open();
		const pages = [delivery(), delivery(), delivery()];
		await Promise.all(pages.map(async (page) => await postSigned(host.webhookUrl(), page)));
		const restarted = await restart(storedStaticData(host));
		for (const page of pages) {
			expect(await postSigned(restarted.webhookUrl(), page)).toEqual(takenBefore);
		}
		await expectNothingStarted(restarted);
	});

	test('without what was stored they start an execution that ends at the trigger', async () => {
		const host = await open();
		const [first, second] = [delivery(), delivery()];
		for (const page of [first, second]) {
			await postSigned(host.webhookUrl(), page);
			expect((await host.nextRun()).items[0].json.id).toBe(page.id);
		}
		const restarted = await restart({});
		// Its first execution, while the page is that of the second of before.
		await postSigned(restarted.webhookUrl(), second);
		expect((await restarted.nextRun()).items).toEqual([]);
	});
});

test("n8n's last writer wins: what it lost is written again with the next page", async () => {
	const host = await open();
	const [first, second, third] = [delivery(), delivery(), delivery()];
	const before = storedStaticData(host);
	await postSigned(host.webhookUrl(), first);
	await postSigned(host.webhookUrl(), second);
	// Another call, which had read the static data before, saves its own copy over it.
	const overwritten = await open(before);
	await postSigned(overwritten.webhookUrl(), third);
	jest.resetModules();
	const restarted = await open(storedStaticData(overwritten));
	for (const page of [first, second, third]) {
		expect(await postSigned(restarted.webhookUrl(), page)).toEqual(takenBefore);
	}
});
