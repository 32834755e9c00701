import { hostAndCompany, InvalidXml } from '../../../service/qbxml';

const answer = (content: string) =>
	`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${content}</QBXMLMsgsRs></QBXML>`;
const host = (versions: string[]) =>
	`<HostQueryRs statusCode="0"><HostRet><ProductName>QuickBooks Enterprise Solutions 24.0</ProductName>${versions
		.map((version) => `<SupportedQBXMLVersion>${version}</SupportedQBXMLVersion>`)
		.join('')}</HostRet></HostQueryRs>`;
const COMPANY =
	'<CompanyQueryRs statusCode="0"><CompanyRet><CompanyName>Rock &amp; Sons</CompanyName></CompanyRet></CompanyQueryRs>';

describe('host and company', () => {
	it('gives the product, the highest version by number, and the company', () => {
		expect(hostAndCompany(answer(host(['CA3.0', '9.0', '16.0', '2.1', '10.0']) + COMPANY))).toEqual(
			{
				accountingProductName: 'QuickBooks Enterprise Solutions 24.0',
				xmlVersion: '16.0',
				companyName: 'Rock & Sons',
			},
		);
	});

	it.each([
		['US', 'QuickBooks Enterprise Solutions 24.0'],
		['CA', 'QuickBooks Enterprise Solutions 24.0 (Canada)'],
		['UK', 'QuickBooks Enterprise Solutions 24.0 (United Kingdom)'],
		['XX', 'QuickBooks Enterprise Solutions 24.0'],
	])('tells of which country an edition is: %s', (country, accountingProductName) => {
		const answered = host([]).replace('</HostRet>', `<Country>${country}</Country></HostRet>`);
		expect(hostAndCompany(answer(answered))).toEqual({ accountingProductName });
	});

	it('leaves out what the responses do not say', () => {
		expect(hostAndCompany(answer(host([])))).toEqual({
			accountingProductName: 'QuickBooks Enterprise Solutions 24.0',
		});
		expect(hostAndCompany(answer('<CompanyQueryRs statusCode="3000"/>'))).toEqual({});
	});

	it('refuses what is not a response', () => {
		expect(() => hostAndCompany('')).toThrow(InvalidXml);
	});
});
