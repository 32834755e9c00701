import {
	durationOf,
	explainConnector,
	explainDelivery,
	explainState,
} from '../../service/pages/explain-state';
import { html } from '../../service/pages/html';
import { prettyXml } from '../../service/pages/pretty-xml';
import { answerInWords, maskedUrl } from '../../service/pages/webhook-words';
import type { Connection } from '../../service/store/connections';
import type { RequestRecord } from '../../service/store/queued-requests';

const now = new Date('2026-01-02T12:00:00Z');

const connection = (changes: Partial<Connection> = {}) =>
	({
		last_connected_at: null,
		password_hash: 'x',
		company_file: null,
		other_file: null,
		...changes,
	}) as Connection;

const record = (changes: Partial<RequestRecord>) =>
	({
		state: 'waiting',
		webhook_state: 'not_applicable',
		webhook_error: null,
		webhook_url: null,
		message_set: null,
		request_json: '{"version":"16.0","request":{"name":"InvoiceAddRq"}}',
		error: null,
		answer_deleted_at: null,
		updated_at: '2026-01-02T11:00:00Z',
		...changes,
	}) as RequestRecord;

const around = { connection: connection(), isActive: false, ahead: 0, attempts: [], now };
const attempt = (response: string) => ({
	page_request_id: '1',
	attempted_at: '2026-01-02T11:30:00Z',
	response,
});

const WAKE_UP = 'https://n8n.example/webhook-waiting/12?signature=secret';

/** n8n's answer to a call that comes too early or too late. */
const conflict = (message: string) =>
	attempt(`409 Conflict\n${JSON.stringify({ code: 409, message, stacktrace: 'at Server.x' })}`);

/** The sentence as a person reads it. */
const read = ({ text }: { text: string }) => text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');

describe('why nothing has arrived', () => {
	it.each([
		[
			'a connection without a password',
			{ password_hash: null },
			'hasn’t been set up yet: the customer still has to',
		],
		[
			'one that never signed in',
			{},
			'hasn’t been set up yet: the Web Connector has never signed in',
		],
		[
			'one that was here',
			{ last_connected_at: '2026-01-01T11:59:59Z' },
			'Last sync: 2026-01-01 11:59 UTC (1 day ago).',
		],
	])('says of %s how it stands with its connector', (_case, changes, sentence) => {
		const standing = { connection: connection(changes), isActive: false, now };
		expect(read(explainConnector(standing))).toContain(sentence);
		expect(read(explainConnector({ ...standing, isActive: true }))).toContain('syncing right now');
	});

	it.each<[string, Partial<RequestRecord>, Partial<typeof around>, string, RegExp]>([
		[
			'waiting',
			{},
			{ ahead: 2 },
			'wait',
			/^Waiting for the desktop\..* 2 requests are ahead of it\.$/,
		],
		[
			'waiting for a computer that is off',
			{},
			{ connection: connection({ last_connected_at: '2026-01-02T09:00:00Z' }) },
			'wait',
			/Last sync: .* \(3 hours ago\)\. It goes out with the next sync/,
		],
		[
			'retryable',
			{ state: 'retryable', error: '{"code":"0x80040414","message":"A dialog is open."}' },
			{},
			'wait',
			/1 hour ago: A dialog is open\. It goes out again/,
		],
		['ticketed', { state: 'ticketed' }, {}, 'wait', /picked this up 1 hour ago/],
		['sent', { state: 'sent' }, {}, 'wait', /for 1 hour and hasn’t answered/],
		[
			'sent in a session that ended without its answer',
			{ state: 'sent', message_set: 'a' },
			{},
			'wait',
			/next sync asks QuickBooks whether it was carried out/,
		],
		[
			'sent in a session that goes on',
			{ state: 'sent', message_set: 'a' },
			{ isActive: true },
			'wait',
			/for 1 hour and hasn’t answered/,
		],
		['answered', { state: 'response_received' }, {}, 'good', /^Done: QuickBooks answered 2026/],
		[
			'answered, whatever becomes of its delivery',
			{ state: 'response_received', webhook_state: 'failed', webhook_error: 'None succeeded.' },
			{},
			'good',
			/^Done/,
		],
		[
			'refused',
			{ state: 'error', error: '{"code":"3140","message":"No such customer."}' },
			{},
			'bad',
			/^QuickBooks refused this: No such customer\. \(Code 3140\)$/,
		],
		[
			'a write that was lost with its session',
			{ state: 'error', error: '{"code":"connection_error","message":"Away."}' },
			{},
			'bad',
			/^Nobody knows whether QuickBooks has carried this out\. The Web Connector went away/,
		],
		[
			'a write of which the answer could not be read',
			{ state: 'error', error: '{"code":"invalid_response","message":"No XML"}' },
			{},
			'bad',
			/^Nobody knows .* No XML\. \(Code invalid_response\)/,
		],
		[
			'a query that was lost with its session',
			{
				state: 'error',
				error: '{"code":"connection_error","message":"Away."}',
				request_json: '{"version":"16.0","request":{"name":"CustomerQueryRq"}}',
			},
			{},
			'bad',
			/^This failed: Away\. \(Code connection_error\)$/,
		],
		[
			'answered, and whose answer was deleted',
			{ state: 'response_received', answer_deleted_at: '2026-04-02T11:00:00Z' },
			{},
			'good',
			/^Done: QuickBooks answered .* The answer was deleted 2026-04-02 11:00 UTC/,
		],
		['discarded', { state: 'discarded' }, {}, 'plain', /^Removed before it was sent/],
	])('explains a request that is %s', (_case, changes, circumstances, mood, sentence) => {
		const explanation = explainState(record(changes), { ...around, ...circumstances });
		expect(explanation.mood).toBe(mood);
		expect(read(explanation.sentence)).toMatch(sentence);
	});

	const ended = { state: 'response_received', webhook_url: 'https://shop.example/hook' } as const;
	const next = { nextTryAt: '2026-01-02T12:02:00Z' };

	it.each<
		[string, Partial<RequestRecord>, Partial<Parameters<typeof explainDelivery>[1]>, string, RegExp]
	>([
		[
			'that succeeded',
			{ webhook_state: 'succeeded' },
			{ attempts: [attempt('204 No Content')] },
			'good',
			/^Delivered 2026-01-02 11:30 UTC\.$/,
		],
		['that is on its way', { webhook_state: 'pending' }, next, 'wait', /for the first time/],
		[
			'that was refused',
			{ webhook_state: 'pending' },
			{ attempts: [attempt('500 Oh\nno'), attempt('500 Oh\nno')], ...next },
			'wait',
			/^Not delivered yet after 2 tries\. The last answer was: 500 Oh: no\. It will be delivered again at 2026-01-02 12:02 UTC\.$/,
		],
		[
			'to an execution that was not asleep yet',
			{ webhook_state: 'pending', webhook_url: WAKE_UP },
			{ attempts: [conflict('The execution "12" is running already.')], ...next },
			'wait',
			/n8n was not ready yet: its execution was still running\. It will be delivered again at/,
		],
		[
			'to an n8n that was starting',
			{ webhook_state: 'pending' },
			{ attempts: [attempt('200 OK\nn8n is starting up. Please wait')], ...next },
			'wait',
			/n8n was not ready yet: it was still starting\. It will be delivered again at/,
		],
		[
			'to an execution that has finished by itself',
			{ webhook_state: 'pending', webhook_url: WAKE_UP },
			{ attempts: [conflict('The execution "12 has finished already.')], ...next },
			'plain',
			/Nobody is waiting for this any more; it won’t be sent again\./,
		],
		[
			'that was given up because that execution has finished',
			{ webhook_state: 'failed', webhook_url: WAKE_UP },
			{ attempts: [conflict('The execution "12 has finished already.')] },
			'plain',
			/^Not delivered\. Nobody is waiting for this any more/,
		],
		[
			'that was given up',
			{ webhook_state: 'failed' },
			{ attempts: [attempt('502 Bad Gateway\n<html>nginx</html>')] },
			'bad',
			/given up after 1 try\. The last answer was: 502 Bad Gateway\.$/,
		],
	])('explains a delivery %s', (_case, changes, circumstances, mood, sentence) => {
		const explanation = explainDelivery(record({ ...ended, ...changes }), {
			...around,
			...circumstances,
		});
		expect(explanation?.mood).toBe(mood);
		expect(read(explanation?.sentence ?? { text: '' })).toMatch(sentence);
	});

	it('says nothing of a delivery before there is anything to deliver', () => {
		const waiting = { ...ended, state: 'waiting', webhook_state: 'pending' } as const;
		expect(explainDelivery(record(waiting), around)).toBeUndefined();
		expect(explainDelivery(record({ state: 'response_received' }), around)).toBeUndefined();
	});

	it.each([
		[0, '0 seconds'],
		[59.9, '59 seconds'],
		[60, '1 minute'],
		[7200, '2 hours'],
		[3 * 86_400, '3 days'],
	])('writes %d s as %s', (seconds, text) => {
		expect(durationOf(seconds)).toBe(text);
	});
});

describe('what a page keeps to itself', () => {
	it.each([
		[
			'https://user:pass@n8n.example/webhook/1?trigger_token=abc&b=2',
			'https://n8n.example/webhook/1?trigger_token=…&b=…',
		],
		['https://shop.example/hook', 'https://shop.example/hook'],
	])('leaves the secrets of %s out', (address, shown) => {
		expect(maskedUrl(address)).toBe(shown);
	});

	it.each([
		['200 OK', '200 OK'],
		['500 Internal Server Error\nOut of order', '500 Internal Server Error: Out of order'],
		[
			'409 Conflict\n{"code":409,"message":"Say \\"when\\".","stacktrace":"at Server.x (/usr/lib',
			'409 Conflict: Say "when".',
		],
		['502 Bad Gateway\n<html><h1>nginx</h1>', '502 Bad Gateway'],
		[
			'404 Not Found\n{"message":"POST /webhook/1?trigger_token=abc&b=2 is not registered"}',
			'404 Not Found: POST /webhook/1?trigger_token=…&b=… is not registered',
		],
		[`500 No\n${'x'.repeat(300)}`, `500 No: ${'x'.repeat(192)} …`],
	])('shortens the answer %j', (response, shown) => {
		expect(answerInWords(response)).toBe(shown);
	});
});

describe('what a page is written with', () => {
	it('escapes whatever is put in', () => {
		const evil = `<script>alert("1")</script> & 'x'`;
		expect(html`<p title="${evil}">${[evil, undefined, false, 0]}</p>`.text).toBe(
			'<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">' +
				'&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;0</p>',
		);
	});

	it('indents XML, keeps its references, and shows what is none as it is', () => {
		expect(prettyXml('<A><B x="1 &amp; 2">Rock &amp; &#252;</B><C/></A>')).toBe(
			'<A>\n  <B x="1 &amp; 2">Rock &amp; &#252;</B>\n  <C/>\n</A>',
		);
		expect(prettyXml('no <xml')).toBe('no <xml');
		const long = prettyXml(`<A>${'x'.repeat(300_000)}</A>`);
		expect(long).toHaveLength(
			200_000 + '\n… (300007 characters in all; the interface gives the whole)'.length,
		);
	});
});
