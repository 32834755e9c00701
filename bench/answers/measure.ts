import { XMLParser } from 'fast-xml-parser';

import { toItems } from '../../nodes/AccountingSyncTrigger/delivery/toItems';
import { jsonIn, pageFrom } from '../../queue/deliveries/delivery';
import { answerIn } from '../../quickbooks/qbxml/answer';
import { interleaved } from '../support/interleaved';
import { answerWith, deliveriesOf, type Form } from '../support/pages';

const ROUNDS = 15;
const RECORDS = 10_000;

/** The parser that services in Node.js mostly use, so that it keeps the order and every text as it is. */
const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	attributeNamePrefix: '',
	parseTagValue: false,
	trimValues: false,
	jPath: false,
	processEntities: false,
});

/** What the nodes' own reading of an answer takes, measured in this process. */
export interface MeasuredAnswers {
	records: number;
	xmlMegabytes: number;
	/** Megabytes of XML a second. */
	nodes: number;
	parserAlone: number;
	/** What stays in memory of a page, by how it arrives: megabytes of the body, and megabytes of the heap on top. */
	memory: Record<Form, { body: number; added: number }>;
}

function milliseconds(work: () => unknown): number {
	const begun = performance.now();
	work();
	return performance.now() - begun;
}

/** Garbage is collected before and after: only with `--expose-gc`. */
function heapAdded(work: () => unknown): number {
	if (!globalThis.gc) throw new Error('Start Node.js with --expose-gc.');
	globalThis.gc();
	const before = process.memoryUsage().heapUsed;
	const kept = work();
	globalThis.gc();
	const added = process.memoryUsage().heapUsed - before;
	if (kept === undefined) throw new Error('The page could not be read.');
	return added / 1e6;
}

function memoryOf(xml: string, form: Form): { body: number; added: number } {
	const body = Buffer.from(deliveriesOf(xml, form)());
	const added = heapAdded(() => {
		const page = pageFrom(jsonIn(body));
		return (
			page &&
			toItems(page.delivery, page.answer, {
				splitIntoItems: true,
				includeResponse: false,
				shown: ({ fields }) => fields,
			})
		);
	});
	return { body: body.length / 1e6, added };
}

/** Measures how fast XML becomes records, beside fast-xml-parser alone, and what a large page adds to memory. */
export async function measureAnswers(): Promise<MeasuredAnswers> {
	const xml = answerWith(RECORDS);
	const xmlMegabytes = Buffer.byteLength(xml) / 1e6;
	const work = {
		nodes: () => answerIn({ response_xml: xml }),
		parserAlone: () => parser.parse(xml) as unknown,
	};
	for (const run of Object.values(work)) run();
	const times = await interleaved(
		['nodes', 'parserAlone'] as const,
		ROUNDS,
		async (name) => milliseconds(work[name]),
		() => {},
	);
	const rate = (time: number) => xmlMegabytes / (time / 1000);
	return {
		records: RECORDS,
		xmlMegabytes,
		nodes: rate(times.nodes),
		parserAlone: rate(times.parserAlone),
		memory: {
			both: memoryOf(xml, 'both'),
			json: memoryOf(xml, 'json'),
			xml: memoryOf(xml, 'xml'),
		},
	};
}
