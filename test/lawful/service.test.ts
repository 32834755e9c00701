import { createServer, request as callHttp, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
	doubtful,
	type Element,
	type Fate,
	type LawfulService,
	type LostAnswer,
	parse,
	plainest,
	type Reading,
	readings,
	startLawfulService,
	textAt,
} from './service';

// Answers are looked at as they come; what they hold depends on the reading.
type Loose = { [name: string]: Loose } & Loose[] & string;

interface Answered {
	status: number;
	body: Loose;
	text: string;
	rawHeaders: string[];
	headers: Record<string, string | string[] | undefined>;
}

/** A receiver of deliveries that answers what it is told to. */
interface Receiver {
	url: string;
	statuses: number[];
	received: Array<{ body: Loose; headers: string[] }>;
	close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
	const received: Receiver['received'] = [];
	const statuses: number[] = [];
	const server: Server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8');
		request.on('data', (part: string) => (text += part));
		request.on('end', () => {
			received.push({ body: JSON.parse(text), headers: request.rawHeaders });
			response.statusCode = statuses.shift() ?? 200;
			response.end('taken');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	const close = (): Promise<void> =>
		new Promise((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return { url, statuses, received, close };
}

/** A service with a connection, and short ways to use it. */
class Scene {
	readonly connection: string;

	constructor(
		readonly service: LawfulService,
		readonly receiver: Receiver,
	) {
		this.connection = service.newConnection('First');
	}

	call(method: string, path: string, body?: unknown, key = this.service.apiKey): Promise<Answered> {
		return new Promise((resolve, reject) => {
			const headers = {
				Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
				'Content-Type': 'application/json',
			};
			const url = this.service.baseUrl + path;
			const call = callHttp(url, { method, headers, agent: false }, (response) => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (part: string) => (text += part));
				response.on('error', reject);
				response.on('end', () => {
					const isJson = /^[{[]/.test(text);
					resolve({
						status: response.statusCode ?? 0,
						body: (isJson ? JSON.parse(text) : {}) as Loose,
						text,
						rawHeaders: response.rawHeaders,
						headers: response.headers,
					});
				});
			});
			call.on('error', reject);
			call.end(body === undefined ? undefined : JSON.stringify(body));
		});
	}

	get of(): string {
		return `/connections/${this.connection}`;
	}

	hook(path: string): string {
		const sign = path.includes('?') ? '&' : '?';
		return `${path}${sign}webhook_url=${encodeURIComponent(this.receiver.url)}`;
	}

	/** Queues an invoice and lets it be carried out. */
	async invoice(query = '?request_id=mine', more: Record<string, unknown> = {}): Promise<Loose> {
		const { body } = await this.call('POST', `${this.of}/invoices${query}`, {
			customer_list_id: this.service.company(this.connection).id('Customer', 0),
			transaction_date: '2024-05-01',
			ref_number: '00701',
			lines: [{ item_list_id: '1', description: 'Desk', quantity: 1, rate: '2.5' }],
			...more,
		});
		await this.service.settled();
		return body.data;
	}

	/** Queues a query of all vendors, page by page, and lets it be carried out. */
	async vendors(query = '?iterate=true&request_id=mine'): Promise<Loose> {
		const { body } = await this.call('GET', `${this.of}/vendors${query}`);
		await this.service.settled();
		return body.data;
	}

	async raw(xml: string): Promise<Answered> {
		const path = `${this.of}/queued_requests`;
		const answered = await this.call('POST', path, { request_xml: xml });
		await this.service.settled();
		return answered;
	}

	async read(id: string): Promise<Loose> {
		return (await this.call('GET', `/queued_requests/${id}`)).body.data;
	}

	async invoiceRead(query?: string, more?: Record<string, unknown>): Promise<Loose> {
		return await this.read((await this.invoice(query, more)).id);
	}

	async page(query = ''): Promise<Loose> {
		return (await this.call('GET', `${this.of}/queued_requests${query}`)).body;
	}

	async list(query = ''): Promise<Loose> {
		return (await this.page(query)).data;
	}

	async finds(phrase: string): Promise<number> {
		return (await this.list(`?search_phrase=${encodeURIComponent(phrase)}`)).length;
	}

	get delivered(): Loose[] {
		return this.receiver.received.map(({ body }) => body);
	}
}

const request = (inside: string): string =>
	`<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="continueOnError">${inside}</QBXMLMsgsRq></QBXML>`;
const refNumbers = (scene: Scene): Array<string | undefined> =>
	scene.service.ledger.map((one) => one.refNumber);
const rs = (record: Loose): Loose => record.response_json[0].QBXMLMsgsRs.InvoiceAddRs;
const remaining = (record: Loose): string | undefined =>
	/iteratorRemainingCount\s*=\s*["'](\d+)/.exec(record.response_xml)?.[1];
const numbersOf = (pages: Loose): string[] => pages.map((one) => one.page);
const today = (): string => new Date().toISOString().slice(0, 4);
const refused = { ref_number: 'REFUSE 1' };

/** What each reading does, by its name. Each of these fails under the plainest reading. */
const does: Record<string, (scene: Scene) => Promise<void>> = {
	'the search looks only at customer names': async (scene) => {
		await scene.invoice();
		expect([await scene.finds('customer 01'), await scene.finds('mine')]).toEqual([1, 0]);
	},
	'the search looks only at the answer': async (scene) => {
		await scene.invoice();
		expect([await scene.finds('InvoiceRet'), await scene.finds('InvoiceLineAdd')]).toEqual([1, 0]);
	},
	'the search looks only at what was answered': async (scene) => {
		scene.service.desktop.turnOff();
		await scene.invoice();
		const before = await scene.finds('mine');
		await scene.service.desktop.run();
		await scene.service.settled();
		expect([before, await scene.finds('mine')]).toEqual([0, 1]);
	},
	'the search looks only at the id': async (scene) => {
		const { id } = await scene.invoice();
		expect([await scene.finds(id), await scene.finds('mine')]).toEqual([1, 0]);
	},
	'the search finds each single word of the phrase': async (scene) => {
		await scene.invoice();
		expect(await scene.finds('other-mine')).toBe(1);
	},
	'the search finds nothing': async (scene) => {
		await scene.invoice();
		expect(await scene.finds('mine')).toBe(0);
	},
	'the search filters nothing': async (scene) => {
		await scene.invoice();
		expect(await scene.finds('other')).toBe(1);
	},
	'the search looks only among the newest 20': async (scene) => {
		await scene.invoice('?request_id=old');
		for (let number = 0; number < 20; number++) await scene.invoice('?request_id=new');
		expect([await scene.finds('old'), await scene.finds('"new"')]).toEqual([0, 20]);
	},
	'lists show no request': async (scene) => {
		await scene.invoice();
		const [record] = await scene.list();
		expect(record.request_xml ?? record.request_json).toBeUndefined();
		expect(record.response_xml).toContain('InvoiceRet');
	},
	'lists show neither request nor answer': async (scene) => {
		await scene.invoice();
		const [record] = await scene.list();
		expect(record.request_xml ?? record.response_json ?? record.response_xml).toBeUndefined();
		expect(record.inserted_at).toBeDefined();
	},
	'lists show only id and state': async (scene) => {
		const { id } = await scene.invoice();
		expect(await scene.list()).toEqual([{ id, state: 'response_received' }]);
	},
	'lists show only id and state, and the search finds nothing': async (scene) => {
		const { id } = await scene.invoice();
		expect(await scene.list()).toEqual([{ id, state: 'response_received' }]);
		expect(await scene.finds('mine')).toBe(0);
	},
	'lists show no inserted_at': async (scene) => {
		await scene.invoice();
		expect((await scene.list())[0]).not.toHaveProperty('inserted_at');
	},
	'lists show no webhook_url': async (scene) => {
		const { id } = await scene.invoice(scene.hook('?request_id=mine'));
		expect((await scene.read(id)).webhook_url).toBe(scene.receiver.url);
		expect((await scene.list())[0]).not.toHaveProperty('webhook_url');
	},
	'lists show no webhook_state': async (scene) => {
		const { id } = await scene.invoice(scene.hook('?request_id=mine'));
		expect((await scene.read(id)).webhook_state).toBe('succeeded');
		expect((await scene.list())[0]).not.toHaveProperty('webhook_state');
	},
	'webhook_state is shown nowhere': async (scene) => {
		const { id } = await scene.invoice(scene.hook('?request_id=mine'));
		expect(await scene.read(id)).not.toHaveProperty('webhook_state');
		expect(await scene.list('?webhook_state=succeeded')).toHaveLength(1);
	},
	'lists give page and total_pages as text': async (scene) => {
		await scene.invoice();
		expect(await scene.page()).toMatchObject({ page: '1', total_pages: '1' });
	},
	'an empty list has one page': async (scene) => {
		expect((await scene.page()).total_pages).toBe(1);
	},
	'list parameters beyond their bounds are moved to the bound': async (scene) => {
		await scene.invoice();
		expect(await scene.list('?page_size=1000')).toHaveLength(1);
	},
	'times are given in whole seconds': async (scene) => {
		expect((await scene.invoice()).inserted_at).toMatch(/T\d\d:\d\d:\d\dZ$/);
	},
	'times are given in whole seconds, and ties come against the order': async (scene) => {
		scene.service.desktop.turnOff();
		const ids = [await scene.invoice(), await scene.invoice()].map(({ id }) => id);
		const listed = await scene.list();
		expect(listed[0].inserted_at).toMatch(/T\d\d:\d\d:\d\dZ$/);
		if (listed[0].inserted_at === listed[1].inserted_at)
			expect(listed.map(({ id }) => id)).toEqual(ids);
	},
	'times are given in whole seconds, and ties come in any order': async (scene) => {
		for (let number = 0; number < 10; number++) await scene.invoice();
		const orders = new Set<string>();
		for (let number = 0; number < 3; number++)
			orders.add((await scene.list()).map(({ id }) => id).join());
		expect(orders.size).toBeGreaterThan(1);
	},
	'times have microseconds': async (scene) => {
		expect((await scene.invoice()).inserted_at).toMatch(/\.\d{6}Z$/);
	},
	'times end with +00:00': async (scene) => {
		expect((await scene.invoice()).inserted_at).toMatch(/\d\+00:00$/);
	},
	'times name no zone': async (scene) => {
		expect((await scene.invoice()).inserted_at).toMatch(/T[\d:.]+$/);
	},
	'the clock of the service is three years ahead': async (scene) => {
		const { inserted_at: at } = await scene.invoice();
		expect(Number(at.slice(0, 4)) - Number(today())).toBeGreaterThanOrEqual(2);
	},
	'the clock of the service is three years behind': async (scene) => {
		const { headers, body } = await scene.call('GET', `${scene.of}/vendors`);
		expect(Number(today()) - Number(body.data.inserted_at.slice(0, 4))).toBeGreaterThanOrEqual(2);
		expect(headers.date).not.toContain(today());
	},
	'the records are three years behind and the Date header is right': async (scene) => {
		const { headers, body } = await scene.call('GET', `${scene.of}/vendors`);
		expect(body.data.inserted_at).not.toContain(today());
		expect(headers.date).toContain(today());
	},
	'the records are two minutes ahead and there is no Date header': async (scene) => {
		const { headers, body } = await scene.call('GET', `${scene.of}/vendors`);
		expect(Date.parse(body.data.inserted_at) - Date.now()).toBeGreaterThan(100_000);
		expect(headers.date).toBeUndefined();
	},
	'answers have no Date header': async (scene) => {
		expect((await scene.call('GET', '/connections')).headers.date).toBeUndefined();
	},
	'a record shows its request as XML only': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_xml).toContain('InvoiceAddRq');
		expect(record).not.toHaveProperty('request_json');
	},
	'a record shows its request as JSON only': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_json.request.name).toBe('InvoiceAddRq');
		expect(record).not.toHaveProperty('request_xml');
	},
	'a record shows its request in the form that was posted': async (scene) => {
		const xml = request('<CustomerQueryRq requestID="1"/>');
		const { body } = await scene.raw(xml);
		expect(body.data.request_xml).toBe(xml);
		expect(body.data).not.toHaveProperty('request_json');
		const record = await scene.invoiceRead();
		expect(record).not.toHaveProperty('request_xml');
	},
	'a record does not show its request': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_xml ?? record.request_json).toBeUndefined();
	},
	'the XML of requests is reformatted': async (scene) => {
		const { request_xml: xml } = await scene.vendors();
		expect(xml).toMatch(/<VendorQueryRq\r\n\s+iterator = 'Start'\r\n\s+requestID = 'mine' >/);
		expect(parse(xml)?.children[0].children[0].name).toBe('VendorQueryRq');
		expect((await scene.invoice()).request_xml).toContain('<Rate >2.5</Rate >');
	},
	'the XML of requests is reformatted, amounts too': async (scene) => {
		expect((await scene.invoice()).request_xml).toContain('<Rate >2.50</Rate >');
		expect(scene.service.ledger[0].requestXml).toContain('<Rate>2.5</Rate>');
	},
	'request_json goes down to the first level only': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_json.request.children).toEqual([{ name: 'InvoiceAdd', text: '' }]);
	},
	'the identifier is nowhere in the record': async (scene) => {
		expect(JSON.stringify(await scene.invoiceRead())).not.toContain('mine');
		expect(scene.service.ledger[0].identifier).toBe('mine');
		const { body } = await scene.raw(request('<CustomerQueryRq requestID="mine"/>'));
		expect(JSON.stringify(body)).not.toContain('mine');
	},
	'the service puts a number of its own into requestID': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_xml).toContain('<InvoiceAddRq requestID="1">');
		expect(record.response_xml).toContain('<InvoiceAddRs requestID="1"');
		expect(scene.service.ledger[0].identifier).toBe('mine');
	},
	'the service puts a text of its own into requestID': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_xml).toContain('<InvoiceAddRq requestID="req_1001x">');
		expect(scene.service.ledger[0].identifier).toBe('mine');
	},
	'the identifier shows once a desktop has fetched the request': async (scene) => {
		scene.service.desktop.turnOff();
		const { id } = await scene.invoice();
		expect(JSON.stringify(await scene.read(id))).not.toContain('mine');
		scene.service.desktop.begin(1);
		expect(await scene.read(id)).toMatchObject({ state: 'sent' });
		expect(JSON.stringify(await scene.read(id))).toContain('mine');
	},
	'the identifier shows once the request was carried out': async (scene) => {
		scene.service.desktop.turnOff();
		const { id } = await scene.invoice();
		expect(JSON.stringify(await scene.read(id))).not.toContain('mine');
		scene.service.desktop.turnOn();
		await scene.service.desktop.run();
		expect(JSON.stringify(await scene.read(id))).toContain('mine');
	},
	'the identifier shows in lower case': async (scene) => {
		const { body } = await scene.raw(request('<CustomerQueryRq requestID="Mine"/>'));
		expect(JSON.stringify(body)).not.toContain('Mine');
		expect(JSON.stringify(body)).toContain('mine');
	},
	'the identifier is cut off after 16 characters': async (scene) => {
		const { body } = await scene.raw(request('<CustomerQueryRq requestID="mine-and-only-mine"/>'));
		expect(JSON.stringify(body)).toContain('mine-and-only-mi');
		expect(JSON.stringify(body)).not.toContain('mine-and-only-mine');
	},
	'the identifier is a field of the record': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_id).toBe('mine');
		expect(record.request_xml).not.toContain('mine');
	},
	'the answer does not repeat requestID': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.request_xml).toContain('requestID="mine"');
		expect(record.response_xml).not.toContain('requestID');
	},
	'the identifier is nowhere in the record, and the search finds nothing': async (scene) => {
		const record = await scene.invoiceRead();
		expect(JSON.stringify(record)).not.toContain('mine');
		expect(await scene.finds('InvoiceAdd')).toBe(0);
	},
	'pre-built requests hold elements of the service': async (scene) => {
		expect((await scene.invoice()).request_xml).toMatch(
			/<InvoiceAdd defMacro="TxnID:1">.*<IsToBePrinted>false/,
		);
	},
	'connection_id is shown only when a request is queued': async (scene) => {
		const queued = await scene.invoice();
		expect(queued.connection_id).toBe(scene.connection);
		expect(await scene.read(queued.id)).not.toHaveProperty('connection_id');
	},
	'the answer to queueing shows no request': async (scene) => {
		const queued = await scene.invoice();
		expect(queued.request_xml ?? queued.request_json).toBeUndefined();
		expect((await scene.read(queued.id)).request_xml).toContain('InvoiceAddRq');
	},
	'the answer to queueing shows only id and state': async (scene) => {
		const queued = await scene.invoice();
		expect(queued).toEqual({ id: expect.any(String), state: 'waiting' });
	},
	'response_json is an empty list': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.response_json).toEqual([]);
		expect(record.response_xml).toContain('InvoiceRet');
	},
	'response_json is absent': async (scene) => {
		expect(await scene.invoiceRead()).not.toHaveProperty('response_json');
	},
	'response_json is null': async (scene) => {
		expect((await scene.invoiceRead()).response_json).toBeNull();
	},
	'response_json is a flat list of records': async (scene) => {
		expect((await scene.invoiceRead()).response_json[0].RefNumber).toBe('00701');
	},
	'response_json has one object per answer': async (scene) => {
		const [{ InvoiceAddRs: answer }] = (await scene.invoiceRead()).response_json;
		expect(answer).toMatchObject({ '@statusCode': 0, InvoiceRet: { RefNumber: '00701' } });
	},
	'response_json has attributes without @': async (scene) => {
		expect(rs(await scene.invoiceRead())).toMatchObject({ statusCode: 0, requestID: 'mine' });
	},
	'response_json has no attributes': async (scene) => {
		expect(Object.keys(rs(await scene.invoiceRead()))).toEqual(['InvoiceRet']);
	},
	'response_json is nested under QBXML': async (scene) => {
		const { response_json: json } = await scene.invoiceRead();
		expect(json[0].QBXML.QBXMLMsgsRs.InvoiceAddRs.InvoiceRet.RefNumber).toBe('00701');
	},
	'response_json is an object': async (scene) => {
		const { response_json: json } = await scene.invoiceRead();
		expect(json.QBXMLMsgsRs.InvoiceAddRs.InvoiceRet.RefNumber).toBe('00701');
	},
	'response_json is a text': async (scene) => {
		expect(JSON.parse((await scene.invoiceRead()).response_json)).toHaveLength(1);
	},
	'response_json has the shape of request_json': async (scene) => {
		const { response } = (await scene.invoiceRead()).response_json[0];
		expect(response).toMatchObject({ name: 'InvoiceAddRs', attributes: { statusCode: '0' } });
		expect(response.children[0].name).toBe('InvoiceRet');
	},
	'response_json makes a list of the records even of one': async (scene) => {
		const answer = rs(await scene.invoiceRead());
		expect(answer.InvoiceRet[0].RefNumber).toBe('00701');
	},
	'response_json makes a list of everything': async (scene) => {
		const record = await scene.invoiceRead();
		const answers = record.response_json[0].QBXMLMsgsRs.InvoiceAddRs;
		expect(answers[0].InvoiceRet[0].RefNumber[0]).toBe('00701');
	},
	'response_json has its names in the order of the alphabet': async (scene) => {
		const { InvoiceRet: invoice } = rs(await scene.invoiceRead());
		expect(Object.keys(invoice).slice(0, 2)).toEqual(['CustomerRef', 'EditSequence']);
	},
	'response_json has short names first': async (scene) => {
		const { InvoiceRet: invoice } = rs(await scene.invoiceRead());
		expect(Object.keys(invoice).slice(0, 2)).toEqual(['TxnID', 'TxnDate']);
	},
	'response_json has its names in the order of the alphabet, and there is no XML': async (
		scene,
	) => {
		const record = await scene.invoiceRead();
		expect(record).not.toHaveProperty('response_xml');
		expect(Object.keys(rs(record).InvoiceRet)[0]).toBe('CustomerRef');
	},
	'numbers and booleans are text': async (scene) => {
		const { id, page } = await scene.vendors();
		const [vendors] = (await scene.read(id)).response_json;
		expect(vendors.QBXMLMsgsRs.VendorQueryRs['@iteratorRemainingCount']).toBe('18');
		expect(vendors.QBXMLMsgsRs.VendorQueryRs.VendorRet[0].IsActive).toBe('true');
		expect([page, (await scene.page()).total_pages]).toEqual(['1', '1']);
	},
	'response_json makes numbers of what looks like one': async (scene) => {
		expect(rs(await scene.invoiceRead()).InvoiceRet.RefNumber).toBe(701);
	},
	'response_xml is absent': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record).not.toHaveProperty('response_xml');
		expect(rs(record).InvoiceRet.RefNumber).toBe('00701');
	},
	'response_xml is reformatted': async (scene) => {
		const { response_xml: xml } = await scene.invoiceRead();
		expect(xml).toMatch(/<InvoiceAddRs\r\n\s+statusMessage = 'Status OK'/);
		const answer = parse(xml)?.children[0].children[0] as Element;
		expect(textAt(answer, 'InvoiceRet', 'RefNumber')).toBe('00701');
	},
	'response_xml begins with QBXMLMsgsRs': async (scene) => {
		expect((await scene.invoiceRead()).response_xml).toMatch(/^<QBXMLMsgsRs>/);
	},
	'a completed record has no answer': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record.state).toBe('response_received');
		expect(record.response_xml ?? record.response_json).toBeUndefined();
	},
	'a completed record has an empty answer': async (scene) => {
		const record = await scene.invoiceRead();
		expect([record.response_xml, record.response_json]).toEqual([undefined, []]);
	},
	'response_json is a flat list of records, and there is no XML': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record).not.toHaveProperty('response_xml');
		expect(record.response_json[0].RefNumber).toBe('00701');
	},
	'response_json has no attributes, and there is no XML': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record).not.toHaveProperty('response_xml');
		expect(Object.keys(rs(record))).toEqual(['InvoiceRet']);
	},
	'numbers and booleans are text, and there is no XML': async (scene) => {
		const record = await scene.invoiceRead();
		expect(record).not.toHaveProperty('response_xml');
		expect(rs(record)['@statusCode']).toBe('0');
	},
	'the answer shows from the third look': async (scene) => {
		const { id } = await scene.invoice();
		const looks = [await scene.read(id), await scene.read(id), await scene.read(id)];
		expect(looks.map(({ state }) => state)).toEqual(Array(3).fill('response_received'));
		expect(looks.map((one) => 'response_xml' in one || 'response_json' in one)).toEqual([
			false,
			false,
			true,
		]);
	},
	'the completion shows from the third look': async (scene) => {
		const { id } = await scene.invoice();
		const looks = [await scene.read(id), (await scene.list())[0], await scene.read(id)];
		expect(looks.map(({ state }) => state)).toEqual(['sent', 'sent', 'response_received']);
	},
	'a refusal is an error with a word as code': async (scene) => {
		const record = await scene.invoiceRead(undefined, refused);
		expect(record).toMatchObject({ state: 'error', error: { code: 'application_error' } });
	},
	'a refusal is an error without an error object': async (scene) => {
		const record = await scene.invoiceRead(undefined, refused);
		expect(record.state).toBe('error');
		expect(record).not.toHaveProperty('error');
		expect(record.response_xml).toContain('statusCode="3140"');
	},
	'a refusal is an error without an error object and without an answer': async (scene) => {
		const record = await scene.invoiceRead(undefined, refused);
		expect(record.state).toBe('error');
		expect(record.error ?? record.response_xml ?? record.response_json).toBeUndefined();
	},
	'a refusal is told by the answer alone': async (scene) => {
		const record = await scene.invoiceRead(undefined, refused);
		expect(record.state).toBe('response_received');
		expect(record.response_xml).toContain('statusCode="3140" statusSeverity="Error"');
		expect(scene.service.ledger[0].refused).toBe(true);
	},
	'a refusal has no answer': async (scene) => {
		const record = await scene.invoiceRead(undefined, refused);
		expect(record.error.code).toBe('3140');
		expect(record.response_xml ?? record.response_json).toBeUndefined();
	},
	'a query that finds nothing is an error': async (scene) => {
		const { body } = await scene.raw(request('<AccountQueryRq/>'));
		expect(await scene.read(body.data.id)).toMatchObject({ state: 'error', error: { code: '1' } });
	},
	'a retryable record carries an error object': async (scene) => {
		scene.service.desktop.holdBack(() => true);
		const record = await scene.invoiceRead();
		expect(record).toMatchObject({ state: 'retryable', error: { code: 'busy' } });
	},
	'fields without a value are null': async (scene) => {
		expect(await scene.invoiceRead()).toMatchObject({ error: null, webhook_url: null });
	},
	'an iterated request is read as its newest page': async (scene) => {
		const { id } = await scene.vendors();
		expect(await scene.read(id)).toMatchObject({ page: 5 });
	},
	'an iterated request has a record beside those of its pages': async (scene) => {
		const { id } = await scene.vendors();
		const record = await scene.read(id);
		expect(record.state).toBe('response_received');
		expect(record.response_xml ?? record.page).toBeUndefined();
		expect(await scene.list()).toHaveLength(6);
	},
	'lists hold only the first page of a request': async (scene) => {
		await scene.vendors();
		expect(numbersOf(await scene.list())).toEqual([1]);
	},
	'a page has a record only when it is answered': async (scene) => {
		scene.service.desktop.turnOff();
		const { id } = await scene.vendors();
		await scene.service.desktop.run(2);
		expect(numbersOf(await scene.list())).toEqual([2, 1]);
		expect((await scene.read(id)).page).toBe(1);
	},
	'a page has a record only when it is answered, and the newest page is read': async (scene) => {
		scene.service.desktop.turnOff();
		const { id } = await scene.vendors();
		await scene.service.desktop.run(2);
		expect(numbersOf(await scene.list())).toEqual([2, 1]);
		expect((await scene.read(id)).page).toBe(2);
	},
	'every page shows the request of the first': async (scene) => {
		await scene.vendors();
		for (const one of await scene.list()) expect(one.request_xml).toContain('iterator="Start"');
	},
	'all pages have the time of the first': async (scene) => {
		await scene.vendors();
		const pages = await scene.list();
		expect(new Set(pages.map((one) => one.inserted_at)).size).toBe(1);
		expect(numbersOf(pages)).toEqual([5, 4, 3, 2, 1]);
	},
	'all pages have the time of the first and come against the order': async (scene) => {
		await scene.vendors();
		expect(numbersOf(await scene.list())).toEqual([1, 2, 3, 4, 5]);
	},
	'all pages have the time of the first and come in any order': async (scene) => {
		await scene.vendors();
		const orders = new Set<string>();
		for (let number = 0; number < 5; number++) orders.add(numbersOf(await scene.list()).join());
		expect(orders.size).toBeGreaterThan(1);
	},
	'pages do not say how many records remain': async (scene) => {
		await scene.vendors();
		const pages = await scene.list();
		expect(pages).toHaveLength(5);
		expect(JSON.stringify(pages)).not.toContain('iterator');
	},
	'pages count from 0': async (scene) => {
		await scene.vendors();
		expect(numbersOf(await scene.list())).toEqual([4, 3, 2, 1, 0]);
	},
	'page is a text': async (scene) => {
		expect((await scene.vendors()).page).toBe('1');
	},
	'page is absent': async (scene) => {
		const record = await scene.vendors();
		expect(record).not.toHaveProperty('page');
		expect(record).toHaveProperty('page_request_id');
	},
	'page_request_id is a number': async (scene) => {
		expect((await scene.vendors()).page_request_id).toEqual(expect.any(Number));
	},
	'page_request_id is absent': async (scene) => {
		expect(await scene.vendors()).not.toHaveProperty('page_request_id');
	},
	'page and page_request_id are absent': async (scene) => {
		const record = await scene.vendors();
		expect(record).not.toHaveProperty('page');
		expect(record).not.toHaveProperty('page_request_id');
	},
	'page and page_request_id are absent, and all pages have one time': async (scene) => {
		expect(await scene.vendors()).not.toHaveProperty('page');
		expect(new Set((await scene.list()).map((one) => one.inserted_at)).size).toBe(1);
	},
	'a page is found by its page_request_id': async (scene) => {
		await scene.vendors();
		const [last] = await scene.list();
		expect(await scene.read(last.page_request_id)).toMatchObject({ id: last.id, page: 5 });
	},
	'every record has the fields of a page': async (scene) => {
		const { id, page, page_request_id: own } = await scene.invoice();
		expect([page, own]).toEqual([1, id]);
	},
	'the service has its own size of pages': async (scene) => {
		await scene.vendors('?iterate=true&max_returned=20');
		expect(await scene.list()).toHaveLength(5);
	},
	'one page holds everything': async (scene) => {
		const { id } = await scene.vendors();
		expect(await scene.list()).toHaveLength(1);
		expect(remaining(await scene.read(id))).toBe('0');
	},
	'iteration where there is none is an invalid request': async (scene) => {
		const { body } = await scene.call('GET', `${scene.of}/customers?iterate=true`);
		expect(body.error.code).toBe('invalid_request');
	},
	'the newest request is carried out first': async (scene) => {
		scene.service.desktop.turnOff();
		for (const number of ['1', '2', '3']) await scene.invoice('', { ref_number: number });
		expect(await scene.service.desktop.run()).toBe(3);
		expect(refNumbers(scene)).toEqual(['3', '2', '1']);
	},
	'reads are carried out first': async (scene) => {
		scene.service.desktop.turnOff();
		await scene.invoice();
		await scene.vendors('');
		await scene.service.desktop.run();
		expect(scene.service.ledger.map(({ kind }) => kind)).toEqual(['VendorQuery', 'InvoiceAdd']);
	},
	'requests are carried out in any order': async (scene) => {
		scene.service.desktop.turnOff();
		const all = ['1', '2', '3', '4', '5', '6'];
		for (const number of all) await scene.invoice('', { ref_number: number });
		await scene.service.desktop.run();
		expect(refNumbers(scene)).not.toEqual(all);
		expect(refNumbers(scene).sort()).toEqual(all);
	},
	'the accounting application answers in any order': async (scene) => {
		const { id } = await scene.vendors('');
		const names = (await scene.read(id)).response_xml.match(/(?<=<Name>)[^<]+/g) ?? [];
		expect([...names].sort()).not.toEqual(names);
		expect(names).toHaveLength(23);
	},
	'XML that is not well-formed ends in an error': async (scene) => {
		const { body } = await scene.raw('<QBXML><oops');
		expect(await scene.read(body.data.id)).toMatchObject({
			state: 'error',
			error: { code: '0x80040400' },
		});
	},
	'only the newest three completed records are kept': async (scene) => {
		const { id } = await scene.invoice();
		await scene.vendors();
		expect(await scene.list()).toHaveLength(3);
		expect((await scene.call('GET', `/queued_requests/${id}`)).status).toBe(404);
	},
	'a delivery holds the id alone': async (scene) => {
		const { id } = await scene.vendors(scene.hook('?iterate=true'));
		expect(scene.delivered).toEqual(Array(5).fill({ id }));
	},
	'a delivery has no timestamp': async (scene) => {
		await scene.vendors(scene.hook('?iterate=true'));
		expect(scene.delivered[0]).toMatchObject({ state: 'completed', page: 1 });
		expect(scene.delivered[0]).not.toHaveProperty('timestamp');
	},
	'a delivery has no page': async (scene) => {
		await scene.vendors(scene.hook('?iterate=true'));
		expect(Object.keys(scene.delivered[0])).toEqual(['id', 'state', 'timestamp']);
	},
	'every delivery has a page': async (scene) => {
		const { id } = await scene.invoice(scene.hook(''));
		expect(scene.delivered).toMatchObject([{ page: 1, page_request_id: id }]);
	},
	'a delivery says response_received': async (scene) => {
		await scene.invoice(scene.hook(''));
		expect(scene.delivered[0].state).toBe('response_received');
	},
	'a delivery has further fields': async (scene) => {
		const { id } = await scene.invoice(scene.hook(''));
		expect(scene.delivered[0]).toMatchObject({ id, state: 'completed', attempt: 1 });
	},
	"a delivery is the request's own record": async (scene) => {
		const { id } = await scene.invoice(scene.hook(''));
		expect(scene.delivered[0]).toMatchObject({ id, state: 'response_received', links: {} });
		expect(scene.delivered[0].response_xml).toContain('InvoiceRet');
	},
	'a delivery is wrapped in data': async (scene) => {
		const { id } = await scene.invoice(scene.hook(''));
		expect(scene.delivered[0].data.id).toBe(id);
	},
	'deliveries are signed': async (scene) => {
		await scene.invoice(scene.hook(''));
		expect(scene.receiver.received[0].headers).toContain('X-Signature');
	},
	'pages are delivered last first': async (scene) => {
		await scene.vendors(scene.hook('?iterate=true'));
		expect(scene.delivered.map(({ page }) => page)).toEqual([5, 4, 3, 2, 1]);
	},
	'pages are delivered in any order': async (scene) => {
		await scene.vendors(scene.hook('?iterate=true'));
		const order = scene.delivered.map(({ page }) => Number(page));
		expect(order).not.toEqual([1, 2, 3, 4, 5]);
		expect(order.sort()).toEqual([1, 2, 3, 4, 5]);
	},
	'pages are delivered all at once': async (scene) => {
		let most = 0;
		const { deliveries } = scene.service;
		scene.receiver.received.push = (...items) => {
			most = Math.max(most, deliveries.filter(({ status }) => status === 'under way').length);
			return Array.prototype.push.apply(scene.receiver.received, items);
		};
		await scene.vendors(scene.hook('?iterate=true'));
		expect(scene.delivered).toHaveLength(5);
		expect(most).toBeGreaterThan(1);
	},
	'everything is delivered twice': async (scene) => {
		await scene.vendors(scene.hook('?iterate=true'));
		expect(scene.delivered.map(({ page }) => page)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
	},
	'everything is delivered twice and in any order': async (scene) => {
		await scene.vendors(scene.hook('?iterate=true'));
		const order = scene.delivered.map(({ page }) => Number(page));
		expect(order).not.toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
		expect(order.sort()).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
	},
	'a delivery comes before the call that queued the request is answered': async (scene) => {
		const { body } = await scene.call('GET', scene.hook(`${scene.of}/vendors?iterate=true`));
		const seen = scene.delivered.length;
		expect(body.data.state).toBe('waiting');
		await scene.service.settled();
		expect(seen).toBe(5);
	},
	'errors are not delivered': async (scene) => {
		await scene.invoice(scene.hook(''), refused);
		await scene.invoice(scene.hook(''));
		expect(scene.delivered).toHaveLength(1);
	},
	'a delivery has two further tries': async (scene) => {
		scene.receiver.statuses.push(500, 503, 200, 500, 500, 500);
		const first = await scene.invoice(scene.hook(''));
		expect((await scene.read(first.id)).webhook_state).toBe('pending');
		await scene.service.deliverAgain(2);
		const attempts = (await scene.read(first.id)).webhook_attempts;
		expect(attempts.map(({ response }) => response)).toEqual([
			'500 taken',
			'503 taken',
			'200 taken',
		]);
		const second = await scene.invoice(scene.hook(''));
		await scene.service.deliverAgain(9);
		expect((await scene.read(second.id)).webhook_state).toBe('failed');
		expect(scene.delivered).toHaveLength(6);
	},
	'webhook_state is not_applicable until the request completes': async (scene) => {
		const queued = await scene.invoice(scene.hook(''));
		expect(queued.webhook_state).toBe('not_applicable');
		expect((await scene.read(queued.id)).webhook_state).toBe('succeeded');
	},
	'a delivery comes before the completion shows': async (scene) => {
		const { id } = await scene.invoice(scene.hook(''));
		expect(scene.delivered).toEqual([{ id }]);
		expect((await scene.read(id)).state).toBe('sent');
	},
	'ids are in upper case': async (scene) => {
		const { id } = await scene.invoice();
		expect(id).toBe(id.toUpperCase());
		expect((await scene.read(id)).id).toBe(id);
	},
	'ids are in upper case in deliveries': async (scene) => {
		const { id } = await scene.invoice(scene.hook(''));
		expect(scene.delivered[0].id).toBe(id.toUpperCase());
		expect((await scene.list())[0].id).toBe(id);
	},
	'ids are in upper case in lists': async (scene) => {
		const { id } = await scene.invoice();
		expect((await scene.list())[0].id).toBe(id.toUpperCase());
		expect((await scene.read(id)).id).toBe(id);
	},
	'header names are in lower case': async (scene) => {
		const { rawHeaders } = await scene.call('GET', '/connections');
		expect(rawHeaders).toContain('content-type');
	},
	'header names are in upper case': async (scene) => {
		const { rawHeaders } = await scene.call('GET', '/connections');
		expect(rawHeaders).toContain('CONTENT-TYPE');
	},
	'answers name a character set': async (scene) => {
		const { headers } = await scene.call('GET', '/connections');
		expect(headers['content-type']).toBe('application/json; charset=utf-8');
	},
	'answers are of a special type of JSON': async (scene) => {
		const { headers } = await scene.call('GET', '/connections');
		expect(headers['content-type']).toBe('application/vnd.api+json');
	},
	'there are unknown fields anywhere': async (scene) => {
		const { body } = await scene.call('GET', `${scene.of}/queued_requests/`.slice(0, -1));
		expect(body).toHaveProperty('revision');
		expect(await scene.invoice(scene.hook(''))).toHaveProperty('revision');
		expect(scene.delivered[0]).toHaveProperty('revision');
		const { body: failure } = await scene.call('GET', '/queued_requests/none');
		expect(failure.error).toHaveProperty('revision');
	},
	'fields come in reverse order': async (scene) => {
		expect(Object.keys(await scene.invoice()).at(-1)).toBe('id');
	},
	'every success has status 200': async (scene) => {
		expect((await scene.call('GET', `${scene.of}/vendors`)).status).toBe(200);
		expect((await scene.raw(request('<CustomerQueryRq/>'))).status).toBe(200);
	},
	'every success has status 201': async (scene) => {
		expect((await scene.call('GET', `${scene.of}/vendors`)).status).toBe(201);
		expect((await scene.call('POST', `${scene.of}/password`)).status).toBe(201);
	},
	'every success has status 202': async (scene) => {
		expect((await scene.raw(request('<CustomerQueryRq/>'))).status).toBe(202);
		expect((await scene.call('DELETE', '/queued_requests/none')).status).toBe(202);
	},
	'an invalid request has status 400': async (scene) => {
		expect((await scene.raw('no')).status).toBe(400);
	},
	'an invalid request has status 500': async (scene) => {
		const { status, body } = await scene.raw('no');
		expect([status, body.error.code]).toEqual([500, 'invalid_request']);
	},
	'a deletion that cannot be has status 400': async (scene) => {
		scene.service.desktop.turnOff();
		const { id } = await scene.invoice();
		const { status, body } = await scene.call('DELETE', `/queued_requests/${id}`);
		expect([status, body.error.code]).toEqual([400, 'invalid_state']);
	},
	'every error has status 400': async (scene) => {
		const { status, body } = await scene.call('GET', '/queued_requests/none');
		expect([status, body.error.code]).toEqual([400, 'not_found']);
		expect((await scene.call('GET', '/connections', undefined, 'other')).status).toBe(400);
	},
	'connections come newest first': async (scene) => {
		const second = scene.service.newConnection('Second');
		const { body } = await scene.call('GET', '/connections');
		expect(body.data.map(({ id }) => id)).toEqual([second, scene.connection]);
	},
	'connections come in any order': async (scene) => {
		const all = [scene.connection];
		for (let number = 0; number < 5; number++) all.push(scene.service.newConnection());
		const { body } = await scene.call('GET', '/connections');
		expect(body.data.map(({ id }) => id)).not.toEqual(all);
	},
	'connections are of another type': async (scene) => {
		expect((await scene.call('GET', scene.of)).body.data.type).toBe('hosted');
	},
	'a password has an id of its own': async (scene) => {
		const { body } = await scene.call('POST', `${scene.of}/password`, { password: 'abc' });
		expect(body.data.password).toBe('abc');
		expect(body.data.id).not.toBe(scene.connection);
	},
	'the connector configuration is wrapped in data': async (scene) => {
		expect((await scene.call('GET', `${scene.of}/qwc`)).body.data.qwc).toContain('<QBWCXML>');
	},
	'a new record is listed from the second list call': async (scene) => {
		await scene.invoice();
		expect([(await scene.list()).length, (await scene.list()).length]).toEqual([0, 1]);
	},
	'a new record is listed from the fourth list call': async (scene) => {
		await scene.invoice();
		const counts: number[] = [];
		for (let number = 0; number < 4; number++) counts.push((await scene.list()).length);
		expect(counts).toEqual([0, 0, 0, 1]);
	},
};

async function within(
	reading: Partial<Reading>,
	act: (scene: Scene) => Promise<void>,
): Promise<void> {
	const [service, receiver] = await Promise.all([startLawfulService(reading), startReceiver()]);
	try {
		await act(new Scene(service, receiver));
	} finally {
		await Promise.all([service.close(), receiver.close()]);
	}
}

const all = [...readings, ...doubtful];

describe('a reading', () => {
	const special = all.filter(([, reading]) => Object.keys(reading).length > 0);

	it('has a name of its own, and a test', () => {
		expect(special.map(([name]) => name).sort()).toEqual(Object.keys(does).sort());
	});

	it('is offered for every field of the type', () => {
		const offered = new Set(all.flatMap(([, reading]) => Object.keys(reading)));
		const never = Object.keys(plainest).filter((field) => !offered.has(field));
		expect(never.sort()).toEqual(['receiverHas', 'seed']);
	});

	it.each(special)('does what its name says: %s', async (name, reading) => {
		await within(reading, does[name]);
	});

	it.each(special)('does so only where it is chosen: %s', async (name) => {
		await within({}, async (scene) => {
			await expect(does[name](scene)).rejects.toThrow();
		});
	});
});

describe('every reading', () => {
	it.each(all)('carries out each request once, every page of it: %s', async (_, reading) => {
		await within(reading, async (scene) => {
			const { id } = await scene.invoice(scene.hook('?request_id=mine'));
			await scene.vendors(scene.hook('?iterate=true&request_id=pages'));
			await scene.invoice('', refused);
			const { ledger } = scene.service;
			const pages = reading.pageSize === undefined ? 5 : 1;
			expect(ledger).toHaveLength(2 + pages);
			expect(ledger[0]).toMatchObject({
				connectionId: scene.connection,
				recordId: id.toLowerCase(),
				kind: 'InvoiceAdd',
				identifier: 'mine',
				refNumber: '00701',
				refused: false,
			});
			expect(ledger.slice(1, -1).map(({ page }) => page)).toEqual(
				Array.from({ length: pages }, (_page, index) => index + 1),
			);
			expect(ledger.at(-1)).toMatchObject({ refNumber: 'REFUSE 1', refused: true });
			expect(scene.delivered).toHaveLength((1 + pages) * (reading.deliveredTimes ?? 1));
			const vendors = ledger.map(({ kind }) => kind).filter((kind) => kind === 'VendorQuery');
			expect(vendors).toHaveLength(pages);
		});
	});
});

describe('the plainest reading', () => {
	it('keeps to the interface with connections', async () => {
		await within({}, async (scene) => {
			const made = await scene.call('POST', '/connections', {
				redirect_url: 'https://example.com',
			});
			expect(made.status).toBe(201);
			const path = `/connections/${made.body.data.id}`;
			expect(made.body.data).toMatchObject({ type: 'standard', company_file: null, links: {} });
			const { body } = await scene.call('GET', path);
			expect(body.data).not.toHaveProperty('links');
			expect(body.data).not.toHaveProperty('redirect_url');
			expect((await scene.call('GET', '/connections')).body.data).toHaveLength(2);
			const gone = await scene.call('DELETE', path);
			expect([gone.status, gone.text]).toEqual([204, '']);
			expect((await scene.call('GET', path)).status).toBe(404);
			const stranger = await scene.call('GET', '/connections', undefined, 'other');
			expect([stranger.status, stranger.body.error.code]).toEqual([401, 'unauthorized']);
		});
	});

	it('iterates, with one record and one delivery per page', async () => {
		await within({}, async (scene) => {
			const { id } = await scene.vendors(scene.hook('?iterate=true&max_returned=10'));
			const pages = await scene.list('?sort_direction=asc');
			expect(pages.map((one) => [one.id, one.page, remaining(one), one.webhook_state])).toEqual([
				[id, 1, '13', 'succeeded'],
				[id, 2, '3', 'succeeded'],
				[id, 3, '0', 'succeeded'],
			]);
			expect(new Set(pages.map((one) => one.page_request_id)).size).toBe(3);
			expect(scene.delivered.map((one) => one.page)).toEqual([1, 2, 3]);
		});
	});

	it('carries out documents of several requests, and iterators of the application', async () => {
		await within({}, async (scene) => {
			const add = (number: string): string =>
				`<InvoiceAddRq requestID="${number}"><InvoiceAdd><CustomerRef><ListID>80000000-9999999999</ListID></CustomerRef><RefNumber>${number}</RefNumber></InvoiceAdd></InvoiceAddRq>`;
			await scene.raw(request(add('1') + add('2')));
			await scene.raw(request(add('3') + add('4')).replace('continueOnError', 'stopOnError'));
			expect(refNumbers(scene)).toEqual(['1', '2', '3']);
			const start =
				'<CustomerQueryRq iterator="Start"><MaxReturned>20</MaxReturned></CustomerQueryRq>';
			const first = (await scene.raw(request(start))).body.data.id;
			const iterator = /iteratorID="([^"]+)"/.exec((await scene.read(first)).response_xml)?.[1];
			const next = start.replace('"Start"', `"Continue" iteratorID="${iterator}"`);
			const second = (await scene.raw(request(next))).body.data.id;
			expect(remaining(await scene.read(second))).toBe('0');
			const third = (await scene.raw(request(next))).body.data.id;
			expect((await scene.read(third)).error.code).toBe('3000');
		});
	});

	it('takes requests as JSON, and refuses what is no request', async () => {
		await within({}, async (scene) => {
			const path = `${scene.of}/queued_requests`;
			const json = {
				version: '16.0',
				request: {
					name: 'CustomerQueryRq',
					attributes: { requestID: '7' },
					children: [{ name: 'MaxReturned', text: '2' }],
				},
			};
			const { body } = await scene.call('POST', path, { request_json: json });
			await scene.service.settled();
			const record = await scene.read(body.data.id);
			expect(record.request_json).toEqual(json);
			expect(record.response_xml.match(/<CustomerRet>/g)).toHaveLength(2);
			for (const wrong of [{}, { request_xml: '<a>' }, { request_xml: 'a', request_json: json }])
				expect((await scene.call('POST', path, wrong)).body.error.code).toBe('invalid_request');
			const invoice = { customer_list_id: '1', transaction_date: '2024-05-01', lines: [] };
			const refusal = await scene.call('POST', `${scene.of}/invoices`, invoice);
			expect(refusal.body.error.code).toBe('invalid_request');
		});
	});

	it.each([
		['customers', '', 23],
		['customers', '?name=MER%2002', 1],
		['customers', '?name=mer%200', 9],
		['customers', '?active_status=InactiveOnly', 0],
		['vendors', '?from_name=Vendor%2020', 4],
		['items', '', 16],
		['items', '?name_starts_with=inv', 4],
		['sales_tax_items', '', 4],
		['sales_tax_codes', '', 3],
		['invoices', '', 23],
		['invoices', '?from_transaction_date=2024-01-20', 4],
		['invoices', '?to_due_date=2024-02-02', 2],
		['invoices', '?paid_status=PaidOnly', 11],
		['credit_memos', '?ref_number=0011', 3],
	])('queries %s%s: %i', async (endpoint, query, count) => {
		await within({}, async (scene) => {
			const { body } = await scene.call('GET', `${scene.of}/${endpoint}${query}`);
			await scene.service.settled();
			const xml = (await scene.read(body.data.id)).response_xml;
			expect(xml.match(/<\w+Ret>/g)?.length ?? 0).toBe(count);
			if (count === 0) expect(xml).toContain('statusCode="1"');
		});
	});

	it('finds what was changed, by the clock and in the zone of the desktop', async () => {
		await within({}, async (scene) => {
			const company = scene.service.company(scene.connection);
			company.clockAhead = 3_600_000;
			company.zone = '-08:00';
			const since = new Date(Date.now() + 1_800_000).toISOString();
			const id = company.change('Customer', 4, { Name: 'Renamed' });
			const { body } = await scene.call('GET', `${scene.of}/customers?modified_after=${since}`);
			await scene.service.settled();
			const xml = (await scene.read(body.data.id)).response_xml;
			expect(xml.match(/<ListID>[^<]+/g)).toEqual([`<ListID>${id}`]);
			expect(xml).toMatch(/<TimeModified>[^<]+-08:00</);
		});
	});

	it('changes records: Mod with the current EditSequence, DataExtMod', async () => {
		await within({}, async (scene) => {
			const company = scene.service.company(scene.connection);
			const id = company.id('Customer', 0);
			const sequence = textAt(company.records('Customer')[0], 'EditSequence');
			const mod = request(
				`<CustomerModRq><CustomerMod><ListID>${id}</ListID><EditSequence>${sequence}</EditSequence><Name>New</Name></CustomerMod></CustomerModRq>`,
			);
			const first = (await scene.raw(mod)).body.data.id;
			expect((await scene.read(first)).response_xml).toContain('<Name>New</Name>');
			const second = (await scene.raw(mod)).body.data.id;
			expect((await scene.read(second)).error.code).toBe('3200');
			const extension = {
				owner_id: '0',
				data_ext_name: 'Color',
				data_ext_value: 'red',
				list_data_ext_type: 'Customer',
				list_id: id,
			};
			const third = await scene.call('POST', `${scene.of}/data_ext_mods`, extension);
			await scene.service.settled();
			const { response_xml: xml } = await scene.read(third.body.data.id);
			expect(xml).toContain('<DataExtValue>red</DataExtValue>');
			expect(scene.service.ledger.map(({ kind }) => kind)).toEqual([
				'CustomerMod',
				'CustomerMod',
				'DataExtMod',
			]);
		});
	});

	it('deletes only what is in a terminal state, and nothing of an active connection', async () => {
		await within({}, async (scene) => {
			const done = await scene.invoice();
			scene.service.desktop.turnOff();
			const { id } = await scene.invoice();
			const remove = async (query = '', which: string = id): Promise<string | number> => {
				const { status, body } = await scene.call('DELETE', `/queued_requests/${which}${query}`);
				return body.error?.code ?? status;
			};
			expect(await remove()).toBe('invalid_state');
			scene.service.desktop.begin();
			expect((await scene.read(id)).state).toBe('sent');
			expect(await remove('?force=true', done.id)).toBe('connection_active');
			expect(await scene.service.desktop.run()).toBe(1);
			expect([await remove(), await remove(), await remove('', 'none')]).toEqual([204, 204, 204]);
			const { status, body } = await scene.call('GET', `/queued_requests/${id}`);
			expect([status, body.error.code]).toEqual([404, 'not_found']);
			const waiting = await scene.invoice();
			expect(await remove('?force=true', waiting.id)).toBe(204);
		});
	});

	it('lists in the order and the pieces that are asked for', async () => {
		await within({}, async (scene) => {
			const ids: string[] = [];
			for (let number = 0; number < 5; number++) ids.push((await scene.invoice()).id);
			const listed = async (query: string): Promise<string[]> =>
				(await scene.list(query)).map(({ id }) => id);
			expect(await listed('')).toEqual([...ids].reverse());
			expect(await listed('?sort_direction=asc&page_size=2&page=2')).toEqual(ids.slice(2, 4));
			expect((await scene.page('?page_size=2')).total_pages).toBe(3);
			expect(await listed('?state=waiting')).toEqual([]);
			expect(await listed('?state=response_received&webhook_state=pending')).toEqual([]);
			expect((await scene.page('?page=0')).error.code).toBe('invalid_request');
		});
	});

	it('holds back, refuses and discards what it is told to', async () => {
		await within({}, async (scene) => {
			const { desktop } = scene.service;
			desktop.holdBack(({ refNumber }) => refNumber === 'A');
			const held = await scene.invoice('', { ref_number: 'A' });
			await scene.invoice('', { ref_number: 'B' });
			expect(refNumbers(scene)).toEqual(['B']);
			expect((await scene.read(held.id)).state).toBe('retryable');
			desktop.holdBack();
			await scene.service.settled();
			expect(refNumbers(scene)).toEqual(['B', 'A']);
			desktop.refuse(({ page }) => page === 3);
			await scene.vendors();
			const pages = await scene.list('?sort_direction=asc');
			expect(pages.slice(2).map(({ state }) => state)).toEqual([
				'response_received',
				'response_received',
				'error',
			]);
			desktop.turnOff();
			const { id } = await scene.invoice();
			scene.service.discard(id);
			expect((await scene.read(id)).state).toBe('discarded');
			expect(await desktop.run()).toBe(0);
		});
	});
});

describe('a call that is meddled with', () => {
	const answers: LostAnswer[] = ['break', 'cut', 500, '500 with error body', 502, 'page with 200'];
	const seen = async (scene: Scene): Promise<unknown> => {
		const path = `${scene.of}/invoices?request_id=mine`;
		const body = {
			customer_list_id: '1',
			transaction_date: '2024-05-01',
			lines: [{ item_list_id: '1' }],
		};
		const answered = await scene.call('POST', path, body).catch(() => undefined);
		await scene.service.settled();
		return answered?.body.data;
	};
	const first = (fate: Fate) => (call: { number: number }) =>
		call.number === 1 ? fate : undefined;

	it.each(answers)('is lost before or after it is taken: %s', async (answer) => {
		for (const lose of ['before', 'after'] as const)
			await within({}, async (scene) => {
				scene.service.meddle(first({ lose, answer }));
				expect(await seen(scene)).toBeUndefined();
				expect(scene.service.ledger).toHaveLength(lose === 'after' ? 1 : 0);
				expect(await seen(scene)).toBeDefined();
			});
	});

	it.each([0, 1, 2])('is taken late, after %i further calls', async (late) => {
		await within({}, async (scene) => {
			scene.service.meddle(first({ late, answer: 'break' }));
			expect(await seen(scene)).toBeUndefined();
			for (let further = 0; further <= 2; further++) {
				expect(scene.service.ledger).toHaveLength(further >= late ? 1 : 0);
				await scene.list();
				await scene.service.settled();
			}
		});
	});

	it('is taken at once where all that came late is let in', async () => {
		await within({}, async (scene) => {
			scene.service.meddle(first({ late: 50, answer: 502 }));
			await seen(scene);
			expect(scene.service.ledger).toHaveLength(0);
			await scene.service.takeLate();
			expect(scene.service.ledger).toHaveLength(1);
		});
	});

	it('is turned away', async () => {
		await within({}, async (scene) => {
			scene.service.meddle(first({ status: 429, retryAfter: 3 }));
			const { status, headers } = await scene.call('GET', `${scene.of}/vendors`);
			expect([status, headers['retry-after']]).toEqual([429, '3']);
			expect(scene.service.records(scene.connection)).toHaveLength(0);
			expect(scene.service.calls).toMatchObject([{ method: 'GET', status: 429 }]);
		});
	});

	it('is carried out while its answer is held', async () => {
		await within({}, async (scene) => {
			let letGo: (value?: unknown) => void = () => undefined;
			const hold = new Promise((resolve) => (letGo = resolve));
			scene.service.meddle((call) => (call.number === 1 ? { hold } : undefined));
			const answered = scene.call('GET', `${scene.of}/vendors`);
			await scene.list();
			await scene.service.settled();
			expect(scene.service.ledger).toHaveLength(1);
			letGo();
			expect((await answered).body.data.state).toBe('waiting');
		});
	});
});

it('delivers to a receiver that gives no answer, and says so', async () => {
	await within({ receiverHas: 50 }, async (scene) => {
		const { url } = scene.receiver;
		await scene.receiver.close();
		const { id } = await scene.invoice(`?webhook_url=${encodeURIComponent(url)}`);
		expect(await scene.read(id)).toMatchObject({
			webhook_state: 'failed',
			webhook_attempts: [{ response: 'no answer' }],
		});
		expect(scene.service.deliveries).toMatchObject([{ status: 'no answer', recordId: id }]);
	});
});

describe('a desktop that dies', () => {
	it.each([
		['before', 0],
		['after', 1],
	] as const)('%s carrying a request out leaves a connection error', async (when, carriedOut) => {
		await within({}, async (scene) => {
			const { desktop, ledger } = scene.service;
			desktop.die(({ kinds }) => (kinds.includes('InvoiceAdd') ? when : undefined));
			const died = await scene.invoiceRead(scene.hook(''));
			expect(died).toMatchObject({ state: 'error', error: { code: 'connection_error' } });
			expect(died.response_xml ?? died.response_json).toBeUndefined();
			expect(ledger).toHaveLength(carriedOut);
			expect(scene.delivered).toHaveLength(1);
			desktop.die();
			expect((await scene.invoiceRead()).state).toBe('response_received');
			expect(ledger).toHaveLength(carriedOut + 1);
		});
	});

	it('in the middle of pages leaves those before', async () => {
		await within({}, async (scene) => {
			scene.service.desktop.die(({ page }) => (page === 3 ? 'after' : undefined));
			await scene.vendors();
			const states = (await scene.list()).map(({ state }) => state);
			expect(states.sort()).toEqual(['error', 'response_received', 'response_received']);
		});
	});
});
