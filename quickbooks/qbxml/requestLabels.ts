import { isChoice, isGroup, type Message, type Messages } from '../facts/facts';
import { alphabetically } from '../form/alphabetically';
import type { FieldOption } from '../form/field';
import { inWords, plural, withArticle } from './words';

/** What a kind of request does. */
interface Act {
	/** How the names of such requests end. */
	suffix: RegExp;
	label: (noun: string) => string;
	/** What else people may type for it. */
	synonyms: string;
}

/** A noun as one of its kind. What has no singular stays as it is. */
const one = (noun: string): string => (plural(noun) === noun ? noun : withArticle(noun));

/** In the order of the list. */
const acts: readonly Act[] = [
	{
		suffix: /(?<!Display)Add$/,
		label: (noun) => `Add ${one(noun)}`,
		synonyms: 'create new insert',
	},
	{
		suffix: /(?<!Display)Mod$/,
		label: (noun) => `Change ${one(noun)}`,
		synonyms: 'update edit modify',
	},
	{
		suffix: /(?<!Report)Query$/,
		label: (noun) => `Find ${plural(noun)}`,
		synonyms: 'list get search read',
	},
	{ suffix: /Del$/, label: (noun) => `Delete ${one(noun)}`, synonyms: 'remove' },
	{ suffix: /Merge$/, label: (noun) => `Merge two ${plural(noun)}`, synonyms: 'join' },
	{ suffix: /Void$/, label: (noun) => `Void ${one(noun)}`, synonyms: 'cancel' },
	{ suffix: /Query$/, label: (noun) => `Run ${one(noun)}`, synonyms: 'get' },
	{ suffix: /DisplayAdd$/, label: (noun) => `Open the form of a new ${noun}`, synonyms: 'show' },
	{
		suffix: /DisplayMod$/,
		label: (noun) => `Open the form of ${one(noun)}`,
		synonyms: 'show',
	},
];

/** What people call something, where its name in qbXML says it differently. */
const nouns: Readonly<Record<string, string>> = {
	ARRefundCreditCard: 'refund by credit card',
	AccountTaxLineInfo: 'tax line for accounts',
	BuildAssembly: 'assembly build',
	Company: 'company details',
	CompanyActivity: 'activity dates of the company',
	DataEventRecoveryInfo: 'data event recovery entry',
	DataExt: 'custom field value',
	DataExtDef: 'custom field',
	Entity: 'name of any kind',
	Form1099CategoryAccountMapping: 'Form 1099 account mapping',
	Host: 'host details',
	Item: 'item of all kinds',
	ItemAssembliesCanBuild: 'assembly that can be built',
	ItemReceipt: 'item receipt',
	ItemSites: 'item by inventory site',
	List: 'list record',
	ListDeleted: 'deleted list record',
	OtherName: 'Other Names entry',
	ReceivePayment: 'customer payment',
	ReceivePaymentToDeposit: 'payment to deposit',
	SalesTaxPayable: 'sales tax to pay',
	Terms: 'terms of all kinds',
	TimeTracking: 'time entry',
	ToDo: 'to-do',
	Transaction: 'transaction of all kinds',
	TransferInventory: 'inventory transfer',
	TxnDeleted: 'deleted transaction',
	VehicleMileage: 'vehicle mileage entry',
};

/** The shown form of a name: `ItemService` is a service item, `BillPaymentCheck` a bill payment by check. */
export const nounOf = (name: string): string =>
	nouns[name] ??
	inWords(
		name
			.replace(/^(Payroll)?Item(.+)/, '$2$1Item')
			.replace(/(?<=Payment)(?=Check|CreditCard)/, 'By'),
	)
		.toLowerCase()
		.replace(/^non /, 'non-');

const actOf = (request: string): number =>
	acts.findIndex(({ suffix }) => suffix.test(request.slice(0, -2)));

const nounIn = (request: string): string =>
	nounOf(request.slice(0, -2).replace(acts[actOf(request)].suffix, ''));

/** What a request does, such as "Add an invoice" for `InvoiceAddRq`. */
export const requestLabel = (request: string): string =>
	acts[actOf(request)].label(nounIn(request));

/** What a request can be about: the types of transactions that can be voided, the kinds of reports, and so on. */
const kindsOf = ({ content }: Message): string[] =>
	content.flatMap((particle) =>
		isChoice(particle) || isGroup(particle) || particle.optional ? [] : (particle.values ?? []),
	);

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[^\s:,-]+/g) ?? [];

/** The words by which a request is found: those of its label and name, of what it does, and of what it can be about. */
const wordsOf = (request: Message): string[] =>
	wordsIn(
		[
			requestLabel(request.name),
			request.name,
			inWords(request.name),
			acts[actOf(request.name)].synonyms,
			...kindsOf(request).map(inWords),
		].join(' '),
	);

/**
 * The requests in which each word that was typed begins a word, in any order and in singular or plural: first those
 * that add, then those that change, and so on.
 */
export function findRequests(requests: Messages, typed: string): FieldOption[] {
	const wanted = wordsIn(typed).map((word) => word.replace(/(?<=\w{3})(?:ie|e)?s$/, ''));
	const found = [...requests.values()]
		.filter((request) => {
			const words = wordsOf(request);
			return wanted.every((start) => words.some((word) => word.startsWith(start)));
		})
		.map(({ name }) => ({ name, act: actOf(name), noun: nounIn(name).toLowerCase() }));
	return alphabetically(found, ({ act, noun }) => `${act} ${noun}`).map(({ name }) => ({
		name: `${requestLabel(name)} · ${name}`,
		value: name,
	}));
}
