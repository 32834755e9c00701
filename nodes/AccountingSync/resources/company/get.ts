import { FormError } from '../../../../quickbooks/form/formError';
import { type AnswerRecord, recordsIn } from '../../../../quickbooks/qbxml/answer';
import {
	type AnswerObject,
	type AnswerValue,
	isObject,
} from '../../../../quickbooks/qbxml/answerFromXml';
import { simplified } from '../../../../quickbooks/records/simplify';
import { connection } from '../../../shared/fields/connection';
import { queueingOperation } from '../../operations/queueingOperation';
import { documentRequest } from '../../operations/requestDocument';

/** What people look for, by the record of the answer that has it and in the order of the item. No name is in two of them. */
const shown: ReadonlyArray<[type: string, names: readonly string[]]> = [
	[
		'Company',
		[
			...['CompanyName', 'LegalCompanyName', 'Address', 'LegalAddress', 'Phone', 'Fax', 'Email'],
			...['CompanyWebSite', 'FirstMonthFiscalYear', 'FirstMonthIncomeTaxYear', 'CompanyType'],
			...['EIN', 'TaxForm', 'IsSampleCompany'],
		],
	],
	[
		'Preferences',
		[
			...['ClosingDate', 'SummaryReportBasis', 'AgingReportBasis', 'IsUsingAccountNumbers'],
			...['IsRequiringAccounts', 'IsUsingClassTracking', 'AssignClassesTo', 'IsUsingInventory'],
			...['IsUsingEstimates', 'IsUsingProgressInvoicing', 'IsMultiCurrencyOn'],
			...['HomeCurrencyRef', 'DefaultItemSalesTaxRef', 'PaySalesTax', 'FirstDayOfWeek'],
			...['IsMultiLocationInventoryEnabled', 'IsAutomaticLoginAllowed'],
			'IsPersonalDataAccessAllowed',
		],
	],
	[
		'Host',
		[
			...['ProductName', 'MajorVersion', 'MinorVersion', 'Country', 'SupportedQBXMLVersion'],
			...['QBFileMode', 'IsAutomaticLogin'],
		],
	],
];

/** Preferences stand in groups, such as those of accounting. Each name is in one group only. */
const withoutGroups = (fields: AnswerObject): AnswerObject =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]): Array<[string, AnswerValue]> =>
			name.endsWith('Preferences') || name === 'CurrentAppAccessRights'
				? isObject(value)
					? Object.entries(value)
					: []
				: [[name, value]],
		),
	);

/** The record of a type. */
function recordOf(records: readonly AnswerRecord[], wanted: string): AnswerRecord {
	const record = records.find(({ type }) => type === wanted);
	if (record) return record;
	throw new FormError(
		`The answer has nothing about ${wanted === 'Host' ? 'QuickBooks itself' : `the ${wanted.toLowerCase()}`}.`,
		'Nothing is passed on, so that nothing goes missing unnoticed. Without Simplify you get the answer as it is.',
	);
}

/** What is known of the company file and of the program that has it open, as one item. */
export const getCompany = queueingOperation({
	value: 'get',
	name: 'Get',
	action: 'Get the company',
	description:
		'Get company information: name, address, fiscal year, closing date, preferences, and the QuickBooks edition and version',
	isQuery: true,
	properties: [connection],
	// One request each: a service may take only one in a document.
	request: (form, qbxml) =>
		shown.map(([type]) => {
			const query = { name: `${type}QueryRq`, values: {} };
			return documentRequest({ form, qbxml }, query, { label: 'Company' });
		}),
	output: (answers) => {
		const records = answers.flatMap(recordsIn);
		const parts = shown.map(([wanted, names]) => {
			const { type, fields } = recordOf(records, wanted);
			return simplified({ type, fields: withoutGroups(fields) }, names);
		});
		return [Object.assign({}, ...parts)];
	},
});
