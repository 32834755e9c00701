import { createColleague } from '../../../simulator/colleague/colleague';
import { process } from '../../../simulator/connector/process-request';
import type { SessionReport } from '../../../simulator/connector/session-report';
import type { Fault } from '../../../simulator/faults/fault-schema';
import { createFaults } from '../../../simulator/faults/faults';
import { answerRequest } from '../../../simulator/qbxml/request-processor';
import { type Desktop, startDesktop } from '../../../simulator/start';
import { type Desk, document, readAnswers } from '../support/ask';
import { rule } from '../support/rules';
import {
	type Call,
	startWebConnectorService,
	type WebConnectorService,
} from '../support/web-connector-service';

const HARBOUR = '<ClassAddRq><ClassAdd><Name>Harbour</Name></ClassAdd></ClassAddRq>';
const ONE_HOUR = 3_600_000;

const written = ({ company }: Desk): number =>
	company.classes.filter(({ Name }) => Name === 'Harbour').length;

/** What a connector reports for a request, with a fault. */
async function processed({ company, session }: Desk, request: string, fault?: Fault) {
	const faults = createFaults();
	if (fault) faults.add(fault);
	const { signal: stop } = new AbortController();
	const colleague = createColleague();
	const result = await process({ company, session, faults, colleague, stop }, document(request));
	if ('died' in result) throw new Error('The session ended.');
	return result;
}

let service: WebConnectorService | undefined;
let desktop: Desktop | undefined;

afterEach(async () => {
	await desktop?.stop();
	await service?.close();
	desktop = undefined;
	service = undefined;
});

/** Runs sessions with a service that has one request, which it hands over once. */
async function runSessions(
	{ company }: Desk,
	{
		fault,
		sessions = 1,
		wantedFile = '',
	}: { fault?: Fault; sessions?: number; wantedFile?: string },
) {
	const left = [document(HARBOUR)];
	const usual: Record<string, () => string | string[]> = {
		serverVersion: () => '1',
		clientVersion: () => '',
		authenticate: () => ['{ticket}', left.length > 0 ? wantedFile : 'none'],
		sendRequestXML: () => left.shift() ?? '',
		receiveResponseXML: () => '100',
		getLastError: () => 'no work',
		closeConnection: () => 'OK',
		connectionError: () => 'done',
	};
	const calls: Call[] = [];
	service = await startWebConnectorService((method, call) => {
		calls.push(call);
		return usual[method]();
	});
	const reports: SessionReport[] = [];
	const faults = createFaults();
	if (fault) faults.add(fault);
	await new Promise<void>((resolve) => {
		desktop = startDesktop({
			connectorFile: service?.connectorFile ?? '',
			password: 'p',
			runEveryMilliseconds: sessions > 1 ? 10 : ONE_HOUR,
			company,
			faults,
			log: (report) => {
				reports.push(report);
				if (reports.length === sessions) resolve();
			},
		});
	});
	const methods = calls.map(({ method }) => method.replace(/^.*\//, ''));
	return { reports, methods };
}

rule('saved-with-a-warning', async (desk) => {
	const fault: Fault = { fault: 'warned', status_code: 550, about: ['class'], times: 1 };
	const { response, hresult } = await processed(desk, HARBOUR, fault);
	expect(hresult).toBe('');
	expect(readAnswers(response)).toMatchObject([
		{ statusCode: '550', statusSeverity: 'Warn', records: { ClassRet: [{ Name: 'Harbour' }] } },
	]);
	expect(written(desk)).toBe(1);
});

rule('record-of-a-newer-version', async (desk) => {
	const fault: Fault = { fault: 'warned', status_code: 501, about: ['class', 'A'], times: 1 };
	const [answer] = readAnswers((await processed(desk, '<ClassQueryRq/>', fault)).response);
	expect(answer).toMatchObject({
		statusCode: '501',
		statusSeverity: 'Warn',
		statusMessage: 'Unable to represent class "A" in this version of the qbXML spec.',
	});

	desk.ask(
		'<ItemFixedAssetAddRq><ItemFixedAssetAdd><Name>Truck</Name><AcquiredAs>New</AcquiredAs><PurchaseDesc>Truck</PurchaseDesc><PurchaseDate>2026-01-05</PurchaseDate><AssetAccountRef><FullName>Inventory Asset</FullName></AssetAccountRef></ItemFixedAssetAdd></ItemFixedAssetAddRq>',
	);
	const asked = (version: string) => {
		const request = document('<ItemQueryRq/>', 'stopOnError', version);
		return readAnswers(answerRequest(desk.company, desk.session, request))[0];
	};
	const { ItemFixedAssetRet: lost, ...others } = asked('3.0').records;
	expect(lost).toMatchObject([{ Name: 'Truck' }]);
	expect(asked('2.1')).toMatchObject({
		statusCode: '501',
		statusMessage: 'Unable to represent ItemFixedAsset "Truck" in this version of the qbXML spec.',
	});
	expect(asked('2.1').records).toEqual(others);
});

rule('set-refused-before-the-work', async (desk) => {
	expect(await processed(desk, `${HARBOUR}<ClassAddRq/>`)).toMatchObject({
		response: '',
		hresult: '0x80040400',
	});
	expect(written(desk)).toBe(0);
});

rule('error-though-written', async (desk) => {
	const fault = { fault: 'hresult', hresult: '0x8004041C', times: 1 } as const;
	expect(await processed(desk, HARBOUR, fault)).toMatchObject({
		response: '',
		hresult: '0x8004041C',
	});
	expect(written(desk)).toBe(1);
	const before = { ...fault, carried_out: false };
	await processed(desk, HARBOUR.replace('Harbour', 'Quay'), before);
	expect(desk.company.classes.at(-1)?.Name).toBe('Harbour');
});

rule('answer-lost-after-the-work', async (desk) => {
	const { reports, methods } = await runSessions(desk, {
		fault: { fault: 'unheard', times: 1 },
		sessions: 2,
	});
	expect(reports[0]).toMatchObject({
		outcome: 'broken',
		message: expect.stringContaining('QBWC1042') as string,
	});
	expect(written(desk)).toBe(1);
	expect(methods.filter((method) => method === 'receiveResponseXML')).toHaveLength(1);
	expect(methods.filter((method) => method === 'authenticate')).toHaveLength(2);
});

rule('request-lost-before-the-work', async (desk) => {
	const fault = { fault: 'unanswered', silent: false, carried_out: false, times: 1 } as const;
	const { methods } = await runSessions(desk, { fault });
	expect(methods.slice(-2)).toEqual(['sendRequestXML', 'closeConnection']);
	expect(written(desk)).toBe(0);
});

rule('session-not-closed', async (desk) => {
	const { reports, methods } = await runSessions(desk, { fault: { fault: 'unclosed', times: 1 } });
	expect(reports[0]).toMatchObject({
		outcome: 'broken',
		message: expect.stringContaining('QBWC1015') as string,
	});
	expect(methods.at(-1)).toBe('receiveResponseXML');
	expect(written(desk)).toBe(1);
});

rule('session-that-died', async (desk) => {
	const fault = { fault: 'hresult', hresult: '0x8004040D', times: 1 } as const;
	const carriedOut = [true, false].map((carried_out) => ({ ...fault, carried_out }));
	for (const each of carriedOut) await processed(desk, HARBOUR, each);
	expect(written(desk)).toBe(1);
});

rule('runs-while-signed-in', async (desk) => {
	const { reports, methods } = await runSessions(desk, {
		fault: { fault: 'offline', seconds: 60 },
	});
	expect(reports).toEqual([{ outcome: 'offline', requests: 0 }]);
	expect(methods).toEqual([]);
});

rule('file-that-was-moved', async (desk) => {
	const { reports, methods } = await runSessions(desk, { wantedFile: 'C:\\Moved\\Harbor.qbw' });
	expect(reports[0].outcome).toBe('refused');
	expect(methods.slice(-2)).toEqual(['connectionError', 'closeConnection']);
	expect(written(desk)).toBe(0);
});
