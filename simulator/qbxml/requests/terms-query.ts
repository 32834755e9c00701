import { listQuery } from '../query/list-query';

const termsQueryNamed = (name: string) =>
	listQuery({
		name,
		records: ({ terms }) => terms,
		element: () => 'StandardTermsRet',
	});

/** All terms of this company are standard terms, so both queries return the same. */
export const termsQuery = termsQueryNamed('TermsQueryRq');

export const standardTermsQuery = termsQueryNamed('StandardTermsQueryRq');
