import type { PeerCertificate } from 'node:tls';

import { FORGED_ADDRESS, judgeAddress, judgeProxy } from '../../service/doctor/address';
import type { Asked } from '../../service/doctor/asked';
import { judgeShown, type Shown } from '../../service/doctor/certificate';
import { judgeReading, secondsAhead } from '../../service/doctor/clock';
import { type ConnectorFacts, judgeConnector } from '../../service/doctor/connectors';
import { judgeRoom } from '../../service/doctor/disk';
import { listed } from '../../service/doctor/findings';
import { isWell, reportText, verdictOf } from '../../service/doctor/report';
import type { Introduction } from '../../service/http/introduction';

const ADDRESS = 'https://books.example.com';
const DAY = 86_400_000;
const NOW = Date.parse('2026-01-15T12:00:00Z');
const at = (days: number): string => new Date(NOW + days * DAY).toISOString();

describe('what an answer of the public address means', () => {
	const times = { at: NOW, took: 10 };
	const introduction: Introduction = {
		proof: '',
		time: at(0),
		address: '198.51.100.7',
		sender: '127.0.0.1',
		isTrusted: true,
		forwardedFor: `${FORGED_ADDRESS}, 198.51.100.7`,
		protocol: 'https',
		publicOrigin: ADDRESS,
	};
	const asked = (changes: Partial<Introduction> = {}): Asked => ({
		...times,
		who: 'this service',
		introduction: { ...introduction, ...changes },
	});
	const elsewhere = (status: number, location?: string): Asked => ({
		...times,
		who: 'somebody else',
		status,
		location,
	});
	const silent = (code: string): Asked => ({ ...times, who: 'nobody', code, reason: code });

	it.each<[string, Asked | undefined, string, RegExp]>([
		['the service', asked(), 'well', /leads to this service/],
		['a proxy without a service', elsewhere(502), 'wrong', /proxy that does not reach the service/],
		['another place', elsewhere(301, 'https://x.example/'), 'wrong', /leads on to https:\/\/x/],
		['something else', elsewhere(200), 'wrong', /something else answers/],
		['no name', silent('ENOTFOUND'), 'wrong', /its name leads nowhere/],
		['no proxy', silent('ECONNREFUSED'), 'wrong', /nothing listens/],
		['a firewall', silent('ETIMEDOUT'), 'wrong', /within 10 seconds/],
		['something unheard of', silent('EPROTO'), 'wrong', /EPROTO/],
		['nobody knows what', undefined, 'not_checked', /can’t be told/],
	])('that it leads to %s', (_where, answer, status, message) => {
		const finding = judgeAddress(ADDRESS, answer);
		expect(finding.status).toBe(status);
		expect(finding.message).toMatch(message);
	});

	it.each<[string, Partial<Introduction>, RegExp[]]>([
		['the address that it adds', {}, [/from 198\.51\.100\.7; forged headers changed nothing/]],
		[
			'the address that it sets',
			{ forwardedFor: '198.51.100.7' },
			[/forged headers changed nothing/],
		],
		[
			'its own machine, which is trusted',
			{ forwardedFor: `${FORGED_ADDRESS}, 127.0.0.1`, address: FORGED_ADDRESS },
			[/from 127\.0\.0\.1; forged headers changed nothing/],
		],
		['what the caller claims', { forwardedFor: FORGED_ADDRESS }, [/anybody can pretend/]],
		['nothing', { forwardedFor: null, address: '127.0.0.1' }, [/does not send X-Forwarded-For/]],
		['no scheme', { protocol: 'http' }, [/calls over https for calls over http/]],
		[
			'nothing at all',
			{ forwardedFor: null, protocol: 'http' },
			[/does not send X-Forwarded-For/, /calls over http/],
		],
		[
			'what nobody trusts',
			{ isTrusted: false, sender: '172.18.0.5' },
			[/came from 172\.18\.0\.5, which the service does not trust/],
		],
	])('that the proxy says %s', (_what, changes, messages) => {
		const findings = judgeProxy(ADDRESS, asked(changes));
		expect(findings).toHaveLength(messages.length);
		for (const [index, message] of messages.entries()) {
			expect(findings[index].message).toMatch(message);
			expect(findings[index].status).toBe(
				/changed nothing/.test(message.source) ? 'well' : 'wrong',
			);
		}
	});

	it('names the proxy to trust', () => {
		const [{ advice }] = judgeProxy(ADDRESS, asked({ isTrusted: false, sender: '172.18.0.5' }));
		expect(advice).toContain('--trust-proxy 172.18.0.5');
	});

	it.each([elsewhere(502), silent('ETIMEDOUT'), undefined])(
		'that nobody knows what the proxy says',
		(answer) => {
			expect(judgeProxy(ADDRESS, answer)).toEqual([
				expect.objectContaining({ status: 'not_checked', isHindered: true }),
			]);
		},
	);

	it.each([undefined, 'http://localhost:4300'])('that there is no proxy for %s', (address) => {
		const [finding] = judgeProxy(address, undefined);
		expect(finding).toMatchObject({ status: 'not_checked' });
		expect(finding).not.toHaveProperty('isHindered');
	});
});

describe('what a certificate is worth', () => {
	const shown = (
		from: number,
		to: number,
		{ name = 'books.example.com', error = null as string | null } = {},
	): Shown => ({
		certificate: {
			subject: { CN: name },
			subjectaltname: `DNS:${name}`,
			valid_from: at(from),
			valid_to: at(to),
		} as unknown as PeerCertificate,
		error,
	});

	it.each<[string, Shown, RegExp | undefined]>([
		['a good one', shown(-10, 80), undefined],
		['one that was just renewed for six days', shown(0, 6), undefined],
		['one that expires in 13 days', shown(-77, 13), /expires on 2026-01-28/],
		['one of six days that expires in one', shown(-5, 1), /expires on/],
		['an expired one', shown(-90, -1, { error: 'CERT_HAS_EXPIRED' }), /expired on 2026-01-14/],
		['one of tomorrow', shown(1, 90), /not valid before/],
		['another name’s', shown(-10, 80, { name: 'example.com' }), /is not for books\.example\.com/],
		[
			'one without its chain',
			shown(-10, 80, { error: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
			/chain is not complete/,
		],
		[
			'a self-signed one',
			shown(-10, 80, { error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
			/is self-signed/,
		],
		['one that is distrusted for whatever reason', shown(-10, 80, { error: 'X' }), /\(X\)/],
	])('%s', (_what, certificate, problem) => {
		const findings = judgeShown('books.example.com', certificate, NOW);
		expect(findings).toHaveLength(1);
		expect(findings[0].status).toBe(problem ? 'wrong' : 'well');
		expect(findings[0].message).toMatch(problem ?? /valid until/);
	});

	it('says everything that is wrong with it', () => {
		const bad = shown(-90, -1, { name: 'example.com', error: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
		expect(judgeShown('books.example.com', bad, NOW)).toHaveLength(3);
	});

	it('is not known where its dates can’t be read', () => {
		const [finding] = judgeShown(
			'books.example.com',
			{ certificate: {} as PeerCertificate, error: null },
			NOW,
		);
		expect(finding).toMatchObject({ status: 'not_checked', isHindered: true });
	});
});

describe('another clock', () => {
	const reading = (seconds: number, took = 0, coarse = 0) => ({
		whose: 'the database',
		time: NOW + seconds * 1000,
		at: NOW,
		took,
		coarse,
	});

	it.each([
		[3, 0, 0, 3],
		[-3, 0, 0, -3],
		// It may have been read at any moment of the call.
		[3, 4000, 0, 0],
		[6, 4000, 0, 2],
		[-6, 4000, 0, -6],
		[-0.9, 0, 1000, 0],
		[-7.5, 0, 1000, -6.5],
	])('that shows %d seconds more after %d ms', (seconds, took, coarse, ahead) => {
		expect(secondsAhead(reading(seconds, took, coarse))).toBeCloseTo(ahead);
	});

	it.each([
		[5, 'well'],
		[-5, 'well'],
		[5.1, 'wrong'],
		[-5.1, 'wrong'],
	])('that is %d seconds off is %s', (seconds, status) => {
		expect(judgeReading(reading(seconds)).status).toBe(status);
	});

	it('says in which direction it is off', () => {
		expect(judgeReading(reading(-90)).message).toContain('90 seconds behind this one');
		expect(judgeReading(reading(90)).message).toContain('90 seconds ahead of this one');
	});
});

describe('the room on a disk', () => {
	const MEBIBYTE = 1024 * 1024;

	it.each([
		[{ bytes: MEBIBYTE - 1 }, 'wrong', /full/],
		[{ bytes: 401 * MEBIBYTE - 1 }, 'wrong', /one large answer/],
		[{ bytes: 401 * MEBIBYTE }, 'well', /401 MiB are free/],
		[{ bytes: 500 * MEBIBYTE, files: 0 }, 'wrong', /inodes/],
		[{ bytes: 500 * MEBIBYTE, files: 1 }, 'well', /500 MiB/],
	])('%o', (room, status, message) => {
		const finding = judgeRoom('/data', room, 100 * MEBIBYTE);
		expect(finding.status).toBe(status);
		expect(finding.message).toMatch(message);
	});
});

describe('a connector', () => {
	const connection: ConnectorFacts = {
		id: 'c1',
		name: 'Harbor',
		last_connected_at: at(-0.1),
		password_hash: 'x',
		password_refused_at: null,
		rival_seen_at: null,
		onboarding_renewed_at: null,
		onboarding_finished_at: at(-30),
		inserted_at: at(-30),
	};
	const isNew = {
		last_connected_at: null,
		password_hash: null,
		onboarding_finished_at: null,
		inserted_at: at(-1),
	};

	it.each<[string, Partial<ConnectorFacts>, RegExp | undefined]>([
		['that synced today', {}, undefined],
		['that synced a little less than a day ago', { last_connected_at: at(-0.999) }, undefined],
		['that has been silent for a day', { last_connected_at: at(-1.001) }, /more than a day ago/],
		['that waits to be set up', isNew, undefined],
		[
			'whose link expired',
			{ ...isNew, inserted_at: at(-2.001) },
			/link expired at 2026-01-15 11:58/,
		],
		[
			'whose link was renewed',
			{ ...isNew, inserted_at: at(-9), onboarding_renewed_at: at(-1) },
			undefined,
		],
		['with a password that never signed in', { ...isNew, password_hash: 'x' }, /never signed in/],
		['with a wrong password', { password_refused_at: at(-0.05) }, /wrong password/],
		[
			'with a wrong password from the start',
			{ ...isNew, password_refused_at: at(0) },
			/wrong password/,
		],
		['that has signed in since', { password_refused_at: at(-0.2) }, undefined],
		['that shares its file', { rival_seen_at: at(-0.5) }, /two Web Connectors/],
		['that no longer shares its file', { rival_seen_at: at(-1.5) }, undefined],
	])('%s', (_what, changes, message) => {
		const finding = judgeConnector(
			{ ...connection, ...changes },
			{ now: NOW, onboardingHours: 48, waiting: 0 },
		);
		expect(finding?.status).toBe(message && 'wrong');
		expect(finding?.message ?? '').toMatch(message ?? /^$/);
	});

	it('is named with what waits for it', () => {
		const silent = { ...connection, name: '', last_connected_at: at(-3) };
		const waiting = { now: NOW, onboardingHours: 48, waiting: 2 };
		expect(judgeConnector(silent, waiting)?.message).toBe(
			'The company c1: the last sync was at 2026-01-12 12:00 UTC, more than a day ago. 2 requests wait for it.',
		);
	});
});

describe('the verdict', () => {
	const finding = (status: 'well' | 'wrong' | 'not_checked', isHindered?: true) => [
		{
			check: 'disk' as const,
			findings: [{ status, message: '', ...(isHindered && { isHindered }) }],
		},
	];

	it.each<[ReturnType<typeof finding>, boolean, string]>([
		[finding('well'), true, 'Nothing wrong was found.'],
		[finding('wrong'), false, '1 thing is wrong.'],
		[
			finding('not_checked'),
			true,
			'Nothing wrong was found. 1 thing was not checked; the reasons are above.',
		],
		[
			finding('not_checked', true),
			false,
			'Nothing wrong was found. 1 thing was not checked; the reasons are above.',
		],
	])('says no more than was looked at', (report, isAllWell, verdict) => {
		expect(isWell(report)).toBe(isAllWell);
		expect(verdictOf(report)).toBe(verdict);
	});

	it('has no lines that a name or an address has brought', () => {
		const message = 'Harbor\n\u001b[2Jdatabase     well\u202e';
		const text = reportText([{ check: 'connectors', findings: [{ status: 'wrong', message }] }]);
		expect(text.split('\n')[0]).toBe('connectors  WRONG        Harbor [2Jdatabase     well ');
	});

	it('leaves out names where there are too many', () => {
		expect(listed(['a', 'b', 'c'], 2)).toBe('a, b, 1 more');
		expect(listed(['a', 'b'], 2)).toBe('a, b');
	});
});
