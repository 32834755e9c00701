import { durationOf, explainConnector, explainState } from '../../service/pages/explain-state';
import { html } from '../../service/pages/html';
import { prettyXml } from '../../service/pages/pretty-xml';
import type { Connection } from '../../service/store/connections';
import type { RequestRecord } from '../../service/store/queued-requests';

const now = new Date('2026-01-02T12:00:00Z');

const connection = (changes: Partial<Connection> = {}) =>
	({ last_connected_at: null, password_hash: 'x', ...changes }) as Connection;

const record = (changes: Partial<RequestRecord>) =>
	({
		state: 'waiting',
		webhook_state: 'not_applicable',
		webhook_error: null,
		error: null,
		updated_at: '2026-01-02T11:00:00Z',
		...changes,
	}) as RequestRecord;

const around = { connection: connection(), isActive: false, ahead: 0, attempts: [], now };
const tried = { page_request_id: '1', attempted_at: '2026-01-02T11:30:00Z' };

describe('why nothing has arrived', () => {
	it.each([
		['a connection without a password', { password_hash: null }, 'has not finished the setup'],
		['one that never signed in', {}, 'the customer has not run it yet'],
		[
			'one that was here',
			{ last_connected_at: '2026-01-01T11:59:59Z' },
			'The connector was last here 1 day ago.',
		],
	])('says of %s how it stands with its connector', (_case, changes, sentence) => {
		const standing = { connection: connection(changes), isActive: false, now };
		expect(explainConnector(standing)).toContain(sentence);
		expect(explainConnector({ ...standing, isActive: true })).toContain('open right now');
	});

	it.each<[string, Partial<RequestRecord>, Partial<typeof around>, string, RegExp]>([
		[
			'waiting',
			{},
			{ ahead: 2 },
			'wait',
			/^Nobody has taken.* 2 requests must be taken before it\.$/,
		],
		[
			'waiting for a computer that is off',
			{},
			{ connection: connection({ last_connected_at: '2026-01-02T09:00:00Z' }) },
			'wait',
			/last here 3 hours ago\. It goes out when the connector runs next/,
		],
		[
			'retryable',
			{ state: 'retryable', error: '{"code":"0x80040414","message":"A dialog is open."}' },
			{},
			'wait',
			/1 hour ago: A dialog is open\. It goes out again/,
		],
		['ticketed', { state: 'ticketed' }, {}, 'wait', /took this request 1 hour ago/],
		['sent', { state: 'sent' }, {}, 'wait', /for 1 hour and has not answered/],
		['answered', { state: 'response_received' }, {}, 'good', /No webhook was asked for/],
		[
			'answered and delivered',
			{ state: 'response_received', webhook_state: 'succeeded' },
			{ attempts: [{ ...tried, response: '204 No Content' }] as never },
			'good',
			/delivered at 2026-01-02T11:30:00Z/,
		],
		[
			'answered and not delivered yet',
			{ state: 'response_received', webhook_state: 'pending' },
			{},
			'wait',
			/on its way for the first time/,
		],
		[
			'answered and refused by the receiver',
			{ state: 'response_received', webhook_state: 'pending' },
			{
				attempts: [tried, tried].map((each) => ({ ...each, response: '500 Oh\nno' })) as never,
				nextTryAt: '2026-01-02T12:02:00Z',
			} as never,
			'bad',
			/in 2 tries; the last answer was: 500 Oh\. The next try is in 2 minutes\.$/,
		],
		[
			'answered and given up',
			{ state: 'response_received', webhook_state: 'failed', webhook_error: 'None succeeded.' },
			{},
			'bad',
			/was given up\. None succeeded\.$/,
		],
		[
			'failed',
			{ state: 'error', error: '{"code":"3140","message":"No such customer."}' },
			{},
			'bad',
			/failed with code 3140: No such customer\. No webhook/,
		],
		['discarded', { state: 'discarded' }, {}, 'bad', /removed before it was sent/],
	])('explains a request that is %s', (_case, changes, circumstances, mood, sentence) => {
		const explanation = explainState(record(changes), { ...around, ...circumstances });
		expect(explanation).toEqual({ mood, sentence: expect.stringMatching(sentence) });
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
