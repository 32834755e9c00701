import { createCompany } from '../../simulator/company/seed/create-company';
import { readConnectorFile } from '../../simulator/connector/read-connector-file';
import type { SessionReport } from '../../simulator/connector/session-report';
import { type Desktop, startDesktop } from '../../simulator/start';
import { document, readAnswers } from './support/ask';
import {
	type Answer,
	type Call,
	connectorFileFor,
	fault,
	startWebConnectorService,
	type WebConnectorService,
} from './support/web-connector-service';

const TICKET = '{ticket}';
const ONE_HOUR = 3_600_000;

const greeting: Record<string, Answer> = {
	serverVersion: '1.0',
	clientVersion: '',
	authenticate: [TICKET, ''],
	closeConnection: 'OK',
};

/** Answers by method. A list is used up one by one. */
function script(answers: Record<string, Answer | Answer[]>) {
	const left = new Map(Object.entries({ ...greeting, ...answers }));
	return (method: string): Answer => {
		const answer = left.get(method);
		if (answer === undefined) throw new Error(`${method} was not expected.`);
		if (method === 'authenticate' || !Array.isArray(answer)) return answer as Answer;
		return (answer as Answer[]).shift() ?? '';
	};
}

describe('a desktop', () => {
	let service: WebConnectorService | undefined;
	let desktop: Desktop | undefined;

	const begin = async (
		answers: Record<string, Answer | Answer[]>,
	): Promise<WebConnectorService> => {
		service = await startWebConnectorService(script(answers));
		return service;
	};

	/** Starts a desktop. The second value resolves with the report of its first session. */
	const open = (connectorFile: string, every = ONE_HOUR): [Desktop, Promise<SessionReport>] => {
		const company = createCompany({ invoices: 3, creditMemos: 0 });
		const reported = new Promise<SessionReport>((resolve) => {
			desktop = startDesktop({
				connectorFile,
				password: 'p<&>ß',
				runEveryMilliseconds: every,
				company,
				log: resolve,
			});
		});
		if (desktop === undefined) throw new Error('The desktop did not start.');
		return [desktop, reported];
	};

	const firstSession = async (
		answers: Record<string, Answer | Answer[]>,
	): Promise<{ calls: Call[]; report: SessionReport }> => {
		const { connectorFile, calls } = await begin(answers);
		const [, reported] = open(connectorFile);
		return { report: await reported, calls };
	};

	const methods = (calls: Call[]): string[] =>
		calls.map(({ method }) => method.replace('http://developer.intuit.com/', ''));

	afterEach(async () => {
		await desktop?.stop();
		await service?.close();
		desktop = undefined;
		service = undefined;
	});

	it('calls the methods in the Web Connector’s order until the work is done', async () => {
		const { calls, report } = await firstSession({
			sendRequestXML: [document('<HostQueryRq requestID="1"/>'), document('<ClassQueryRq/>')],
			receiveResponseXML: ['50', '100'],
		});
		expect(methods(calls)).toEqual([
			'serverVersion',
			'clientVersion',
			'authenticate',
			'sendRequestXML',
			'receiveResponseXML',
			'sendRequestXML',
			'receiveResponseXML',
			'closeConnection',
		]);
		expect(calls.every(({ action, method }) => action === `"${method}"`)).toBe(true);
		expect(report).toEqual({ outcome: 'done', requests: 2 });
	});

	it('gives each method its parameters, in their order', async () => {
		const { calls } = await firstSession({
			sendRequestXML: document('<ClassQueryRq/>'),
			receiveResponseXML: '100',
		});
		const [, , authenticate, send, receive, close] = calls;
		expect(Object.entries(authenticate.parameters)).toEqual([
			['strUserName', 'müller'],
			['strPassword', 'p<&>ß'],
		]);
		expect(Object.keys(send.parameters)).toEqual([
			'ticket',
			'strHCPResponse',
			'strCompanyFileName',
			'qbXMLCountry',
			'qbXMLMajorVers',
			'qbXMLMinorVers',
		]);
		expect(send.parameters).toMatchObject({
			ticket: TICKET,
			strCompanyFileName: 'C:\\Company Files\\Harbor Construction.qbw',
			qbXMLCountry: 'US',
			qbXMLMajorVers: '16',
			qbXMLMinorVers: '0',
		});
		expect(Object.keys(receive.parameters)).toEqual(['ticket', 'response', 'hresult', 'message']);
		expect(receive.parameters).toMatchObject({ hresult: '', message: '' });
		expect(readAnswers(receive.parameters.response)[0].records.ClassRet).toHaveLength(4);
		expect(close.parameters).toEqual({ ticket: TICKET });
	});

	it('describes host, company and preferences with the first request, and only then', async () => {
		const { calls } = await firstSession({
			sendRequestXML: document('<ClassQueryRq/>'),
			receiveResponseXML: ['1', '100'],
		});
		const [first, second] = calls.filter(({ method }) => method.endsWith('sendRequestXML'));
		expect(readAnswers(first.parameters.strHCPResponse)).toMatchObject([
			{ name: 'HostQueryRs', records: { HostRet: [{ MajorVersion: '34' }] } },
			{
				name: 'CompanyQueryRs',
				records: { CompanyRet: [{ CompanyName: 'Harbor & Söhne Construction' }] },
			},
			{ name: 'PreferencesQueryRs' },
		]);
		expect(second.parameters.strHCPResponse).toBe('');
	});

	it('asks for the last error when there is no request', async () => {
		const { calls, report } = await firstSession({
			sendRequestXML: '',
			getLastError: 'Nothing to do',
		});
		expect(methods(calls).slice(3)).toEqual(['sendRequestXML', 'getLastError', 'closeConnection']);
		expect(report).toEqual({ outcome: 'done', requests: 0, message: 'Nothing to do' });
	});

	it('ends a session that the service holds open, without an error', async () => {
		const { calls, report } = await firstSession({ sendRequestXML: '', getLastError: 'NoOp' });
		expect(methods(calls).slice(3)).toEqual(['sendRequestXML', 'getLastError', 'closeConnection']);
		expect(report).toEqual({ outcome: 'done', requests: 0 });
	});

	it('asks for the last error when the service could not use the answer', async () => {
		const { calls, report } = await firstSession({
			sendRequestXML: document('<ClassQueryRq/>'),
			receiveResponseXML: '-101',
			getLastError: 'The answer is no use',
		});
		expect(methods(calls).slice(4)).toEqual([
			'receiveResponseXML',
			'getLastError',
			'closeConnection',
		]);
		expect(report).toEqual({ outcome: 'done', requests: 1, message: 'The answer is no use' });
	});

	it('passes on why the request processor gave no answer', async () => {
		const { calls } = await firstSession({
			sendRequestXML: '<nonsense',
			receiveResponseXML: '100',
		});
		expect(calls[4].parameters).toEqual({
			ticket: TICKET,
			response: '',
			hresult: '0x80040400',
			message: 'QuickBooks found an error when parsing the provided XML text stream.',
		});
	});

	it.each([
		['there is nothing to do', [TICKET, 'none'], { outcome: 'idle', requests: 0 }],
		[
			'it is not let in',
			['', 'nvu'],
			{ outcome: 'refused', requests: 0, message: 'the user name or the password is wrong' },
		],
	])('does no more when %s', async (_, authenticate, expected) => {
		const { calls, report } = await firstSession({ authenticate });
		expect(methods(calls)).toEqual(['serverVersion', 'clientVersion', 'authenticate']);
		expect(report).toEqual(expected);
	});

	it('stops when the service does not take its version', async () => {
		const { calls, report } = await firstSession({ clientVersion: 'E:Please update.' });
		expect(methods(calls)).toEqual(['serverVersion', 'clientVersion']);
		expect(report).toEqual({ outcome: 'refused', requests: 0, message: 'Please update.' });
	});

	it('reports that another company file is open than the one wanted', async () => {
		const { calls, report } = await firstSession({
			authenticate: [TICKET, 'C:\\other.qbw'],
			connectionError: 'done',
		});
		expect(methods(calls).slice(2)).toEqual(['authenticate', 'connectionError', 'closeConnection']);
		expect(calls[3].parameters).toMatchObject({ ticket: TICKET, hresult: '0x8004040A' });
		expect(report).toMatchObject({ outcome: 'refused' });
	});

	it('tries the company file that the service names instead', async () => {
		const { report } = await firstSession({
			authenticate: [TICKET, 'C:\\other.qbw'],
			connectionError: createCompany().file,
			sendRequestXML: document('<ClassQueryRq/>'),
			receiveResponseXML: '100',
		});
		expect(report).toEqual({ outcome: 'done', requests: 1 });
	});

	it.each([
		['a fault', fault('It broke'), 'serverVersion: the service answered with a fault: It broke.'],
		[
			'an HTTP error',
			{ status: 503, text: 'no' },
			'serverVersion: the service answered HTTP 503 without a SOAP envelope.',
		],
	])('says what went wrong: %s', async (_, answer, message) => {
		const { report } = await firstSession({ serverVersion: answer });
		expect(report).toEqual({ outcome: 'failed', requests: 0, message });
		await expect(desktop?.runNow()).rejects.toThrow(message);
	});

	it('says that nobody is there', async () => {
		const { connectorFile, close } = await begin({});
		await close();
		service = undefined;
		const [running, reported] = open(connectorFile);
		expect((await reported).message).toContain('serverVersion: no answer from');
		await expect(running.runNow()).rejects.toThrow('serverVersion: no answer from');
	});

	it('begins a session after each call of runNow, and one for calls at the same time', async () => {
		const { connectorFile, calls } = await begin({ authenticate: [TICKET, 'none'] });
		const [running] = open(connectorFile);
		await Promise.all([running.runNow(), running.runNow(), running.runNow()]);
		expect(methods(calls).filter((method) => method === 'authenticate')).toHaveLength(2);
	});

	it('runs again by itself after each interval, until it is stopped', async () => {
		const { connectorFile, calls, answered } = await begin({ authenticate: [TICKET, 'none'] });
		const [running] = open(connectorFile, 1);
		await answered('authenticate');
		await answered('authenticate');
		await answered('authenticate');
		await running.stop();
		const { length } = calls;
		await expect(running.runNow()).rejects.toThrow('stopped');
		expect(calls).toHaveLength(length);
	});

	it('ends a session in good order when it is stopped in the midst of it', async () => {
		const { connectorFile, calls, answered } = await begin({
			sendRequestXML: document('<ClassQueryRq/>'),
			receiveResponseXML: '1',
		});
		const [running, reported] = open(connectorFile);
		await answered('receiveResponseXML');
		await running.stop();
		expect(methods(calls).at(-1)).toBe('closeConnection');
		expect(await reported).toMatchObject({ outcome: 'done' });
	});

	it('uses a changed password from the next session on', async () => {
		const { connectorFile, calls } = await begin({ authenticate: [TICKET, 'none'] });
		const [running] = open(connectorFile);
		await running.runNow();
		running.setPassword('new');
		await running.runNow();
		const passwords = calls.flatMap(({ parameters }) => parameters.strPassword ?? []);
		expect(passwords).toEqual(['p<&>ß', 'p<&>ß', 'new']);
	});
});

describe('a connector file', () => {
	it('gives the address, the user and the interval', () => {
		expect(readConnectorFile(connectorFileFor('https://sync.example/connector'))).toEqual({
			appName: 'Tests & Trials',
			appUrl: new URL('https://sync.example/connector'),
			userName: 'müller',
			runEveryMinutes: 5,
		});
	});

	it.each([
		['no XML', 'QBWCXML', 'text data'],
		['another root', '<a/>', 'does not hold QBWCXML'],
		['no address', '<QBWCXML><AppName>a</AppName></QBWCXML>', 'has no AppURL'],
		['an address that is none', connectorFileFor('connector'), 'is no address: connector'],
		[
			'an address that the password would travel to in the open',
			connectorFileFor('http://sync.example/connector'),
			'must be https, or on this machine',
		],
		['another protocol', connectorFileFor('ftp://localhost/connector'), 'must be https'],
		['a DOCTYPE', `<!DOCTYPE a>${connectorFileFor('http://localhost/')}`, 'DOCTYPE'],
	])('is refused with %s', (_, text, reason) => {
		expect(() => readConnectorFile(text)).toThrow(reason);
	});
});
