import { statusOf } from '../protocol/status-errors';
import { answerRecord, outputElements, ownedBy } from '../query/output';
import type { RequestType } from '../schema/request-type';

export const companyQuery: RequestType = {
	name: 'CompanyQueryRq',
	support: outputElements,
	answer: (request, company) => {
		const record = {
			IsSampleCompany: 'false',
			CompanyName: company.name,
			LegalCompanyName: company.name,
			Address: {
				Addr1: '1735 County Road',
				City: 'Bayshore',
				State: 'CA',
				PostalCode: '94326',
				Country: company.country,
			},
			Phone: '415-555-0100',
			Email: 'office@example.com',
			FirstMonthFiscalYear: 'January',
			FirstMonthIncomeTaxYear: 'January',
			CompanyType: 'Construction',
			DataExtRet: ownedBy(request, company.dataExtensions),
		};
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'CompanyRet', record)],
		};
	},
};
