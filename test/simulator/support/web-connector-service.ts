import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { XMLBuilder, XMLParser } from 'fast-xml-parser';

/** A call that arrived: the method by its SOAPAction and by its element, and the parameters in order. */
export interface Call {
	method: string;
	action: string;
	parameters: Record<string, string>;
}

/** What a method answers: a string, several strings for `authenticate`, or an HTTP answer that is not a result. */
export type Answer = string | string[] | { status: number; text: string };

export interface WebConnectorService {
	url: string;
	connectorFile: string;
	calls: Call[];
	/** Resolves when a call of that method has been answered. */
	answered: (method: string) => Promise<void>;
	close: () => Promise<void>;
}

const parser = new XMLParser({
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	parseTagValue: false,
	htmlEntities: true,
});
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

const ENVELOPE = 'soap:Envelope';

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

function readCall(action: string, xml: string): Call {
	const body: Record<string, Record<string, string> | ''> =
		parser.parse(xml)[ENVELOPE]['soap:Body'];
	const [[method, content]] = Object.entries(body);
	const { '@xmlns': namespace, ...parameters } = content === '' ? { '@xmlns': '' } : content;
	return { method: `${namespace}${method}`, action, parameters };
}

const envelope = (content: unknown): string =>
	`<?xml version="1.0" encoding="utf-8"?>${builder.build({
		[ENVELOPE]: {
			'@xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
			'soap:Body': content,
		},
	})}`;

/** The envelope of an answer, as services for the Web Connector write it. */
const answerEnvelope = (method: string, answer: string | string[]): string =>
	envelope({
		[`${method}Response`]: {
			'@xmlns': 'http://developer.intuit.com/',
			[`${method}Result`]: typeof answer === 'string' ? answer : { string: answer },
		},
	});

/** A SOAP 1.1 fault. */
export const fault = (faultstring: string): Answer => ({
	status: 500,
	text: envelope({ 'soap:Fault': { faultcode: 'soap:Server', faultstring } }),
});

type Answering = (method: string, call: Call) => Answer | Promise<Answer>;

async function reply(
	method: string,
	call: Call,
	answer: Answering,
): Promise<{ status: number; text: string }> {
	try {
		const answered = await answer(method, call);
		if (typeof answered === 'object' && 'status' in answered) return answered;
		return { status: 200, text: answerEnvelope(method, answered) };
	} catch (error) {
		return { status: 500, text: String(error) };
	}
}

export const connectorFileFor = (url: string): string => `<?xml version="1.0"?>
<QBWCXML>
	<AppName>Tests &amp; Trials</AppName>
	<AppID></AppID>
	<AppURL>${url}</AppURL>
	<AppDescription>Test</AppDescription>
	<AppSupport>${url}</AppSupport>
	<UserName>müller</UserName>
	<OwnerID>{57F3B9B6-86F1-4FCC-B1FF-966DE1813D20}</OwnerID>
	<FileID>{57F3B9B6-86F1-4FCC-B1FF-966DE1813D21}</FileID>
	<QBType>QBFS</QBType>
	<Scheduler><RunEveryNMinutes>5</RunEveryNMinutes></Scheduler>
</QBWCXML>
`;

/** A real HTTP server that speaks the eight methods and answers them with what `answer` says. */
export async function startWebConnectorService(answer: Answering): Promise<WebConnectorService> {
	const calls: Call[] = [];
	const waiting = new Map<string, Array<() => void>>();
	const server = createServer(async (request, response) => {
		const action = String(request.headers.soapaction);
		const call = readCall(action, await bodyOf(request));
		calls.push(call);
		const method = call.method.replace('http://developer.intuit.com/', '');
		const { status, text } = await reply(method, call, answer);
		response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' });
		response.end(text);
		for (const resolve of waiting.get(method)?.splice(0) ?? []) resolve();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/connector`;
	return {
		url,
		connectorFile: connectorFileFor(url),
		calls,
		answered: (method) =>
			new Promise((resolve) => {
				waiting.set(method, [...(waiting.get(method) ?? []), resolve]);
			}),
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
