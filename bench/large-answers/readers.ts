import { XMLParser, XMLValidator } from 'fast-xml-parser';

import { readXml as readInNodes } from '../../quickbooks/qbxml/readXml';
import { readResponse } from '../../service/qbxml';
import { readXml } from '../../xml/read-xml';
import { answerWith } from '../support/pages';
import { table } from '../support/tables';

const ROUNDS = 5;
const RECORDS = 4_750;

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	parseTagValue: false,
	trimValues: false,
	processEntities: false,
});

/** Each turns XML into a tree; the first one also into JSON. */
const readers: Record<string, (xml: string) => unknown> = {
	'the service: XML to JSON text': (xml) => readResponse(xml),
	'the service and the simulator: a tree': (xml) => readXml(xml),
	'the nodes: a tree': (xml) => readInNodes(xml),
	'fast-xml-parser: a tree': (xml) => parser.parse(xml) as unknown,
	'fast-xml-parser: a tree, and its validation': (xml) => [
		parser.parse(xml),
		XMLValidator.validate(xml),
	],
};

function processorSecondsOf(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}

/** How fast each reads the same answer, the best of some rounds, in turns. */
export function reportReaders(): string {
	const xml = answerWith(RECORDS);
	const best = new Map<string, number>();
	for (let round = 0; round < ROUNDS; round += 1)
		for (const [name, read] of Object.entries(readers)) {
			const rate = Buffer.byteLength(xml) / 1e6 / processorSecondsOf(() => read(xml));
			best.set(name, Math.max(best.get(name) ?? 0, rate));
		}
	return table(
		['reader', 'MB a second of processor time'],
		[...best].map(([name, rate]) => [name, rate.toFixed(1)]),
	);
}
