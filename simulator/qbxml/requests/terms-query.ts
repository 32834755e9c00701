import { listQuery } from '../query/list-query';
import { standardTermsRet } from '../records/lists';

const termsQueryNamed = (name: string) =>
	listQuery({
		name,
		records: ({ terms }) => terms,
		element: () => 'StandardTermsRet',
		order: () => standardTermsRet,
	});

/** All terms of this company are standard terms, so both queries return the same. */
export const termsQuery = termsQueryNamed('TermsQueryRq');

export const standardTermsQuery = termsQueryNamed('StandardTermsQueryRq');
