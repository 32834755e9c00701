import { type Dispatcher, request } from 'undici';

import { envelopeOf } from '../../test/service/support/connector-client';

/** A company file with its connector. */
export interface Desktop {
	readonly username: string;
	readonly password: string;
}

/** What the desktop answers to a qbXML request. */
export type AnswerTo = (requestXml: string) => string;

const COMPANY_FILE = 'C:\\Books\\company.qbw';

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const unescaped = (text: string): string =>
	text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name]);

/**
 * One look of a connector at the service, as the Web Connector does it once a minute: signs in, carries out what waits, and
 * signs off. It reads answers by their marks alone, so that it takes little of the machine itself.
 * @param appUrl where the next call goes
 * @param agent keeps connections to the service
 */
export async function look(
	appUrl: () => string,
	agent: Dispatcher,
	{ username, password }: Desktop,
	answerTo: AnswerTo,
): Promise<void> {
	async function call(method: string, named: Readonly<Record<string, string>>): Promise<string> {
		const answer = await request(appUrl(), {
			dispatcher: agent,
			method: 'POST',
			headers: {
				'content-type': 'text/xml; charset=utf-8',
				soapaction: `"http://developer.intuit.com/${method}"`,
			},
			body: envelopeOf(method, named),
		});
		const text = await answer.body.text();
		if (answer.statusCode !== 200)
			throw new Error(`${method} was answered with ${answer.statusCode}: ${text}`);
		return text;
	}
	const resultIn = (method: string, text: string): string =>
		unescaped(
			new RegExp(`<(?:\\w+:)?${method}Result[^>]*>([^]*?)</(?:\\w+:)?${method}Result>`).exec(
				text,
			)?.[1] ?? '',
		);

	const signedIn = await call('authenticate', { strUserName: username, strPassword: password });
	const [ticket, status] = [...signedIn.matchAll(/<(?:\w+:)?string[^>/]*(?:\/>|>([^<]*)<)/g)].map(
		([, text = '']) => text,
	);
	// It looks in again a minute later.
	if (status === 'none' || status === 'busy') return;
	if (status === 'nvu') throw new Error('The connector could not sign in.');
	for (;;) {
		const asked = await call('sendRequestXML', {
			ticket,
			strHCPResponse: '',
			strCompanyFileName: COMPANY_FILE,
			qbXMLCountry: 'US',
			qbXMLMajorVers: '16',
			qbXMLMinorVers: '0',
		});
		const requestXml = resultIn('sendRequestXML', asked);
		if (requestXml === '') break;
		const response = answerTo(requestXml);
		const taken = await call('receiveResponseXML', { ticket, response, hresult: '', message: '' });
		const percent = Number(resultIn('receiveResponseXML', taken));
		if (percent < 0) throw new Error(`The service refused an answer: ${taken}`);
		if (percent === 100) break;
	}
	await call('closeConnection', { ticket });
}
