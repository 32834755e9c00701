import { listQuery } from '../query/list-query';
import { standardTermsRet } from '../records/lists';

const termsQueryNamed = (name: string) =>
	listQuery({
		name,
		records: ({ terms }) => terms,
		element: () => 'StandardTermsRet',
		order: () => standardTermsRet,
	});

/** All of this company's terms are standard ones, so both queries answer the same. */
export const termsQuery = termsQueryNamed('TermsQueryRq');

export const standardTermsQuery = termsQueryNamed('StandardTermsQueryRq');
