import { answers } from '../../quickbooks/facts/answers';
import { readMessages } from '../../quickbooks/facts/readMessages';
import { details } from '../../simulator/company/reports/details';
import { agings } from '../../simulator/company/reports/open-items';
import { summaries } from '../../simulator/company/reports/summaries';
import { createCompany } from '../../simulator/company/seed/create-company';
import type { Company } from '../../simulator/company/types';
import { createSession } from '../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../simulator/qbxml/request-processor';
import { requestTypes } from '../../simulator/qbxml/requests';
import { readXml } from '../../xml/read-xml';
import { problemsIn } from '../support/check-by-facts';
import type { XmlTree } from '../support/qbxml-documents';
import { toTree } from '../support/xml-trees';
import { document } from './support/ask';
import { fullSale } from './support/full-sale';

const facts = readMessages(answers);

const now = (): Date => new Date('2026-02-03T04:05:06Z');

const smallCompany = (): Company => createCompany({ now, invoices: 20, creditMemos: 5 });

function answersTo(company: Company, requests: string, onError = 'continueOnError'): XmlTree[] {
	const xml = answerRequest(company, createSession(), document(requests, onError));
	return readXml(xml).root.children[0].children.map(toTree);
}

const ALL = '<ActiveStatus>All</ActiveStatus>';
const OWNED = '<OwnerID>0</OwnerID>';
const listed = ['', ALL, OWNED, ALL + OWNED, '<MaxReturned>3</MaxReturned>'];
const plain = ['', ALL];
const sold = [
	'',
	OWNED,
	`<IncludeLineItems>1</IncludeLineItems>${OWNED}`,
	`<IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns>${OWNED}`,
	'<RefNumber>no such number</RefNumber>',
];
const PERIOD =
	'<ReportPeriod><FromReportDate>2024-01-01</FromReportDate><ToReportDate>2026-12-31</ToReportDate></ReportPeriod>';

const reportsOf = (type: string, names: Iterable<string>): string[] =>
	[...names].map((name) => `<${type}>${name}</${type}>${PERIOD}`);

const customField = (request: string, name: string, target: string): string =>
	`<${request}><OwnerID>0</OwnerID><DataExtName>${name}</DataExtName>${target}${request.endsWith('Del') ? '' : '<DataExtValue>new</DataExtValue>'}</${request}>`;

const ON_COMPANY = '<OtherDataExtType>Company</OtherDataExtType>';
const ON_CUSTOMER =
	'<ListDataExtType>Customer</ListDataExtType><ListObjRef><ListID>80000001-1700000001</ListID></ListObjRef>';

/** What else each request is asked with, besides nothing at all. */
const variants: Record<string, string[]> = {
	CompanyQueryRq: ['', OWNED],
	CustomerQueryRq: listed,
	VendorQueryRq: listed,
	ItemQueryRq: listed,
	EntityQueryRq: plain,
	ItemSalesTaxQueryRq: listed,
	AccountQueryRq: ['', ALL, OWNED],
	DataExtDefQueryRq: ['', OWNED],
	InvoiceQueryRq: sold,
	CreditMemoQueryRq: sold,
	InvoiceAddRq: [fullSale('Invoice')],
	EstimateAddRq: [fullSale('Estimate')],
	TxnDeletedQueryRq: ['<TxnDelType>Invoice</TxnDelType>'],
	ListDeletedQueryRq: ['<ListDelType>Customer</ListDelType>'],
	TransactionQueryRq: ['', '<MaxReturned>4</MaxReturned>'],
	GeneralSummaryReportQueryRq: reportsOf('GeneralSummaryReportType', Object.keys(summaries)),
	GeneralDetailReportQueryRq: reportsOf('GeneralDetailReportType', Object.keys(details)),
	AgingReportQueryRq: reportsOf('AgingReportType', Object.keys(agings)),
	DataExtModRq: [
		customField('DataExtMod', 'Branch', ON_COMPANY),
		customField('DataExtMod', 'Route', ON_CUSTOMER),
	],
	DataExtDelRq: [customField('DataExtDel', 'Route', ON_CUSTOMER)],
	DataExtAddRq: [
		customField(
			'DataExtAdd',
			'Bin &amp; Shelf',
			'<ListDataExtType>Item</ListDataExtType><ListObjRef><ListID>80020001-1700000001</ListID></ListObjRef>',
		),
	],
};

/** Additions and changes of lists and transactions are tried one by one elsewhere, and so is what voids and deletes. */
const triedElsewhere = (name: string): boolean =>
	!(name in variants) && /(Add|Mod|Void|Del)Rq$/.test(name);

const asked = [...requestTypes.keys()]
	.filter((name) => !triedElsewhere(name))
	.map((name): [string, string[]] => [name, variants[name] ?? ['']]);

describe.each(asked)('answers to %s', (name, contents) => {
	const answerFacts = facts.get(name.replace(/Rq$/, 'Rs'));
	if (!answerFacts) throw new Error(`There are no facts of the answer to ${name}.`);
	const problemsOf = (answer: XmlTree, mayLack?: (path: string) => boolean): string[] => [
		...new Set(problemsIn(answer, answerFacts, { mayLack })),
	];
	const iterates = 'iteratorID' in answerFacts.attributes;
	const takesIncludeRetElement = !/^DataExt(Add|Mod|Del)Rq$|ReportQueryRq$/.test(name);
	const counts = 'retCount' in answerFacts.attributes;

	it.each([1, 2])('are as qbXML has them, from the company of seed %d', (seed) => {
		const company = createCompany({ seed, now });
		for (const content of contents) {
			const [answer] = answersTo(company, `<${name} requestID="7">${content}</${name}>`);
			expect(answer.attributes?.statusCode).toMatch(/^(0|1|500)$/);
			expect(problemsOf(answer)).toEqual([]);
		}
	});

	it('are as qbXML has them after all kinds of writing', () => {
		const company = smallCompany();
		const writing = asked
			.filter(([request]) => !request.endsWith('QueryRq'))
			.flatMap(([request, bodies]) => bodies.map((body) => `<${request}>${body}</${request}>`));
		const written = answersTo(company, writing.join(''));
		expect(written.map(({ attributes }) => attributes?.statusCode)).toEqual(writing.map(() => '0'));
		for (const content of contents) {
			const [answer] = answersTo(company, `<${name}>${content}</${name}>`);
			expect(problemsOf(answer)).toEqual([]);
		}
	});

	it('lack nothing else when only some elements are asked for', () => {
		const company = smallCompany();
		const [content] = contents;
		const [whole] = answersTo(company, `<${name}>${content}</${name}>`);
		const records = whole.children ?? [];
		const elements = records[0]?.children?.map((child) => child.name);
		for (const element of takesIncludeRetElement ? new Set(elements) : []) {
			const [answer] = answersTo(
				company,
				`<${name}>${content}<IncludeRetElement>${element}</IncludeRetElement></${name}>`,
			);
			const isRecord = (path: string): boolean => path.split('.').length === 2;
			expect(problemsOf(answer, isRecord)).toEqual([]);
			// QuickBooks leaves the GUID out of short answers, though it is asked for.
			const isAsAsked =
				answer.children?.[0].children?.every((child) => child.name === element) ??
				element === 'ExternalGUID';
			expect(isAsAsked).toBe(true);
		}
	});

	if (counts) {
		it.each(['NoMetaData', 'MetaDataOnly', 'MetaDataAndResponseData'])('with %s', (metaData) => {
			const [answer] = answersTo(
				smallCompany(),
				`<${name} metaData="${metaData}">${contents[0]}</${name}>`,
			);
			expect(problemsOf(answer)).toEqual([]);
		});
	}

	if (iterates) {
		it('page by page', () => {
			const company = smallCompany();
			const session = createSession();
			let iterator = 'iterator="Start"';
			for (;;) {
				const request = `<${name} ${iterator}><MaxReturned>4</MaxReturned></${name}>`;
				const [answer] = readXml(
					answerRequest(company, session, document(request)),
				).root.children[0].children.map(toTree);
				expect(problemsOf(answer)).toEqual([]);
				const { iteratorID, iteratorRemainingCount } = answer.attributes ?? {};
				if (iteratorRemainingCount === '0') break;
				iterator = `iterator="Continue" iteratorID="${iteratorID}"`;
			}
		});
	}

	it('are as qbXML has them when they are a status alone', () => {
		const requests = `<DateDrivenTermsQueryRq/><${name}>${contents[0]}</${name}>`;
		const [, answer] = answersTo(smallCompany(), requests, 'stopOnError');
		expect(answer.attributes?.statusCode).toBe('3231');
		expect(problemsOf(answer)).toEqual([]);
	});
});
