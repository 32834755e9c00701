import { answerXml, messagesOf, outputOf } from '../../../../support/output-of';

const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';

const company = `<CompanyQueryRs ${OK}><CompanyRet><IsSampleCompany>false</IsSampleCompany><CompanyName>Rock Castle Construction</CompanyName><LegalCompanyName>Rock Castle Construction Inc.</LegalCompanyName><Address><Addr1>1735 County Road</Addr1><City>Bayshore</City></Address><AddressBlock><Addr1>1735 County Road</Addr1></AddressBlock><FirstMonthFiscalYear>January</FirstMonthFiscalYear></CompanyRet></CompanyQueryRs>`;
const preferences = `<PreferencesQueryRs ${OK}><PreferencesRet><AccountingPreferences><IsUsingAccountNumbers>true</IsUsingAccountNumbers><IsRequiringAccounts>true</IsRequiringAccounts><IsUsingClassTracking>false</IsUsingClassTracking><ClosingDate>2025-12-31</ClosingDate></AccountingPreferences><MultiCurrencyPreferences><IsMultiCurrencyOn>true</IsMultiCurrencyOn><HomeCurrencyRef><ListID>8-1</ListID><FullName>US Dollar</FullName></HomeCurrencyRef></MultiCurrencyPreferences><ReportsPreferences><AgingReportBasis>AgeFromDueDate</AgingReportBasis><SummaryReportBasis>Accrual</SummaryReportBasis></ReportsPreferences><CurrentAppAccessRights><IsAutomaticLoginAllowed>true</IsAutomaticLoginAllowed><IsPersonalDataAccessAllowed>false</IsPersonalDataAccessAllowed></CurrentAppAccessRights></PreferencesRet></PreferencesQueryRs>`;
const host = `<HostQueryRs ${OK}><HostRet><ProductName>QuickBooks Enterprise 2024</ProductName><MajorVersion>34</MajorVersion><MinorVersion>0</MinorVersion><Country>US</Country><SupportedQBXMLVersion>15.0</SupportedQBXMLVersion><SupportedQBXMLVersion>16.0</SupportedQBXMLVersion><QBFileMode>MultiUser</QBFileMode></HostRet></HostQueryRs>`;

const answersOf = (...answers: string[]) =>
	answers.map((answer) => ({ response_xml: answerXml(answer) }));

test('all three are asked for', () => {
	expect(messagesOf('company', 'get')).toEqual([
		'<CompanyQueryRq/>',
		'<PreferencesQueryRq/>',
		'<HostQueryRq/>',
	]);
});

test('one item with what people look for, in the order of the form', () => {
	const items = outputOf('company', 'get', answersOf(company, preferences, host));
	expect(items).toEqual([
		{
			CompanyName: 'Rock Castle Construction',
			LegalCompanyName: 'Rock Castle Construction Inc.',
			Address: { Addr1: '1735 County Road', City: 'Bayshore' },
			FirstMonthFiscalYear: 'January',
			IsSampleCompany: false,
			ClosingDate: '2025-12-31',
			SummaryReportBasis: 'Accrual',
			AgingReportBasis: 'AgeFromDueDate',
			IsUsingAccountNumbers: true,
			IsRequiringAccounts: true,
			IsUsingClassTracking: false,
			IsMultiCurrencyOn: true,
			HomeCurrencyName: 'US Dollar',
			HomeCurrencyListID: '8-1',
			IsAutomaticLoginAllowed: true,
			IsPersonalDataAccessAllowed: false,
			ProductName: 'QuickBooks Enterprise 2024',
			MajorVersion: '34',
			MinorVersion: '0',
			Country: 'US',
			SupportedQBXMLVersion: ['15.0', '16.0'],
			QBFileMode: 'MultiUser',
		},
	]);
});

test.each([
	['QuickBooks itself', [company, preferences]],
	['the preferences', [company, host]],
	['the company', [preferences, host]],
])('an answer without the part about %s is an error', (what, answers) => {
	expect(() => outputOf('company', 'get', answersOf(...answers))).toThrow(
		`The answer has nothing about ${what}`,
	);
});
