import { checkRequest } from '../../quickbooks/qbxml/checkRequest';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import { readRequestXml } from '../../quickbooks/qbxml/requestXml';

const MEGABYTE = 1_000_000;
const ROUNDS = 25;

/** What the check of a request takes, in milliseconds, measured in this process. */
export interface MeasuredRequests {
	xmlMegabytes: number;
	lines: number;
	/** Reading the facts, once per process. */
	facts: number;
	/** The first check of a process, before Node.js has compiled anything. */
	first: number;
	/** Every later one: reading the XML, and checking it. */
	reading: number;
	checking: number;
}

const LINE =
	'<InvoiceLineAdd>\n\t<ItemRef><FullName>Consulting &amp; travel</FullName></ItemRef>\n\t<Desc>A day of work</Desc>\n\t<Quantity>8</Quantity>\n\t<Rate>95.50</Rate>\n\t<ServiceDate>2026-01-31</ServiceDate>\n</InvoiceLineAdd>\n';

const invoiceWith = (lines: number): string =>
	`<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>Kristy Abercrombie</FullName></CustomerRef>${LINE.repeat(lines)}</InvoiceAdd></InvoiceAddRq></QBXMLMsgsRq></QBXML>`;

const median = (times: number[]): number =>
	times.sort((one, other) => one - other)[Math.floor(times.length / 2)];

/** Measures the check of an invoice that has a megabyte of lines. */
export async function measureRequests(): Promise<MeasuredRequests> {
	const lines = Math.ceil(MEGABYTE / LINE.length);
	const xml = invoiceWith(lines);
	const begun = performance.now();
	const facts = await loadRequestFacts();
	const loaded = performance.now();
	const reading: number[] = [];
	const checking: number[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const start = performance.now();
		const { root } = readRequestXml(xml);
		const read = performance.now();
		const [request] = root.children[0].children;
		const problems = checkRequest(facts, request, { documentVersion: '16.0', hostVersion: '16.0' });
		if (problems.length > 0) throw new Error(problems[0].message);
		reading.push(read - start);
		checking.push(performance.now() - read);
	}
	return {
		xmlMegabytes: xml.length / MEGABYTE,
		lines,
		facts: loaded - begun,
		first: (reading.shift() ?? 0) + (checking.shift() ?? 0),
		reading: median(reading),
		checking: median(checking),
	};
}
