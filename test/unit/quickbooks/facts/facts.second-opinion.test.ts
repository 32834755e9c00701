import { answers } from '../../../../quickbooks/facts/answers';
import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../quickbooks/facts/requests';
import { problemsIn } from '../../../support/check-by-facts';
import { type PublicSample, publicSamples } from '../../../support/public-samples';

const facts = new Map([...readMessages(requests), ...readMessages(answers)]);

/** What the facts say against a sample, if something that is not there at all does not count. */
function disagreements({ name, version = '', tree }: PublicSample): string[] {
	const message = facts.get(name);
	if (!message) return [`${name} is unknown`];
	const isNumber = /^\d+\.\d$/.test(version);
	return problemsIn(tree, message, {
		names: 'alone',
		mayLack: () => true,
		...(isNumber && { version }),
	});
}

/** What a sample says otherwise, and why that is no reason to doubt the facts. */
interface Exception {
	disagreement: RegExp;
	source?: string;
	why: string;
}

const OTHER_EDITIONS = 'for editions of other countries or for the online product only';
const INVENTED = 'what a program makes; nothing says that a desktop took it';
const WRONG_ON_PURPOSE = 'an example of a wrong request';
const BY_HAND = 'written by hand for a test';

const exceptions: Exception[] = [
	{
		disagreement:
			/: (IsTaxIncluded|IsTaxAccount|IsTaxAgency|IsTaxable|ItemPurchaseTaxRef|ItemSalesTaxRef|SalesTaxCountry|SalesTaxReturnLineRef) is unknown$/,
		why: OTHER_EDITIONS,
	},
	{ disagreement: /^SalesTaxReturn(Line)?QueryR[qs] is unknown$/, why: OTHER_EDITIONS },
	{
		source: 'IntuitDeveloper/QBXML_SDK_Samples: qbdt/vb.NET/qbXML/CDN_InvoiceAdd/Invoice.vb',
		disagreement: /ExchangeRate may not come after InvoiceLineAdd$/,
		why: OTHER_EDITIONS,
	},
	{
		disagreement: /: IsUsingTimeDataToCreatePaychecks is unknown$/,
		why: 'of qbXML before 3.0, where UseTimeDataToCreatePaychecks took its place',
	},
	{
		disagreement: /^TimeTracking(Add|Mod)Rs.TimeTrackingRet: IsBillable is unknown$/,
		why: 'of earlier versions, where BillableStatus took its place',
	},
	{
		disagreement: /^QBXMLSubscriptionMsgsR[qs] is unknown$/,
		why: 'no message of the request processor: subscriptions have an envelope of their own',
	},
	{
		disagreement: /^PayrollLastPeriodQueryR[qs] is unknown$/,
		why: 'in one list of 14.0 only, and found in use nowhere',
	},
	{
		source: 'korabe/qbxml',
		disagreement: /^AccountQueryRq: (FullName|MaxReturned) may not come after/,
		why: BY_HAND,
	},
	{
		source: 'apotema/qbwc_requests',
		disagreement: /(DataExt|BarCode) is newer than 7.0$/,
		why: BY_HAND,
	},
	{
		source: 'RealDealCPA-VR/Quickbooks-MCP-Desktop: tests/',
		disagreement:
			/"BogusValue"|"CustomSummary"|FromModifiedDate is unknown|VendorTaxIdent is unknown/,
		why: WRONG_ON_PURPOSE,
	},
	{
		source: 'bwhittyboy22/QBDataExtraction-Backup',
		disagreement: /^ContactsQueryRq is unknown$|TxnDateFilter is unknown$/,
		why: INVENTED,
	},
	{
		source: 'weltlink/django-quickbooks: tests/',
		disagreement: /FullName is unknown$|(CustomerRef|TxnDelType|TxnVoidType) may not come after/,
		why: BY_HAND,
	},
	{
		source: 'mmurphy1077/cakephp-quickbooks: cakephp files/Controller',
		disagreement: /ListID is unknown$|BillAddress may not come after Contact$/,
		why: INVENTED,
	},
	{ source: 'dcparker/quickbooks', disagreement: /requestID is unknown$/, why: BY_HAND },
	{
		source: 'qbwc/qbwc: test/test_helper.rb',
		disagreement: /FullName may not come after Salutation$/,
		why: BY_HAND,
	},
	{
		source: 'AAndr3/qbxml-upload',
		disagreement: /Memo may not come after Amount$/,
		why: INVENTED,
	},
	{
		source:
			'selfjared1/quickbooks_desktop: src/quickbooks_desktop/desktop_to_desktop/tests/reorder',
		disagreement: /may not come after ExchangeRate$/,
		why: WRONG_ON_PURPOSE,
	},
	{
		source: 'afeef-techwyse/qbwc_php',
		disagreement: /SalesTaxCodeRef is unknown$/,
		why: INVENTED,
	},
	{
		source: 'minimul/to_qbxml: README.md',
		disagreement: /ModifiedDateRangeFilter may not come after IncludeLineItems$/,
		why: INVENTED,
	},
	{
		source: 'flowlink/quickbooks_desktop_integration: lib/qbwc/request/invoices.rb',
		disagreement: /RefNumberCaseSensitive is newer than 3.0$/,
		why: INVENTED,
	},
	{
		source: 'flowlink/quickbooks_desktop_integration: spec/',
		disagreement:
			/DiscountRatePercent may not come after DiscountRate$|ClassRef may not come after ParentRef$|HomeCurrency.* (is unknown|may not come after IsHomeCurrencyAdjustment)$/,
		why: INVENTED,
	},
	{
		source: 'cdvillamil/qbd-shopify-sincronization',
		disagreement: /MaxReturned may not come after OwnerID$|OwnerID is unknown$/,
		why: INVENTED,
	},
	{
		source: 'BrianGodley/PB-Management-System-Main',
		disagreement: /^ItemReceiptQueryRq: MaxReturned may not come after ModifiedDateRangeFilter$/,
		why: 'one voice against all lists of elements, and against the same project’s other queries',
	},
	{
		source: 'dbigman/quickbooks-automation: tests/',
		disagreement: /ErrorMessage is unknown$/,
		why: BY_HAND,
	},
	{
		source: 'IntuitDeveloper/QBXML_SDK_Samples: qbdt/c-sharp/QBFC/MCInvoiceAddQBFC',
		disagreement: /^SalesTaxCodeQueryRs.SalesTaxCodeRet: FullName is unknown$/,
		why: 'made up in the sample’s code, not what a desktop answered',
	},
];

const isMeant =
	({ source }: PublicSample, disagreement: string) =>
	(exception: Exception) =>
		(exception.source === undefined || source.startsWith(exception.source)) &&
		exception.disagreement.test(disagreement);

const unexplained = (sample: PublicSample): string[] =>
	disagreements(sample).filter((each) => !exceptions.some(isMeant(sample, each)));

const seen = publicSamples.filter(({ refused }) => refused === undefined);

test.each(seen.map((sample) => ({ sample, title: `${sample.name} of ${sample.source}` })))(
	'$title',
	({ sample }) => {
		expect(unexplained(sample)).toEqual([]);
	},
);

test.each(exceptions)('there is still a sample in which $disagreement', (exception) => {
	const found = seen.some((sample) =>
		disagreements(sample).some((each) => isMeant(sample, each)(exception)),
	);
	expect(found).toBe(true);
});

test('what is said to work does', () => {
	const accepted = publicSamples.filter(({ accepted: by }) => by !== undefined);
	expect(accepted.length).toBeGreaterThan(5);
	expect(accepted.flatMap(disagreements)).toEqual([]);
});
