import { problemOfValue } from '../../../../quickbooks/facts/valueTypes';

const problem = (text: string) => problemOfValue(text, { type: 'dateTime' });

test.each(['1970-01-01', '2038-01-19', '2026-01-31T15:00:00', '2026-01-31T15:00:00-05:00'])(
	'%s can be a time of a filter',
	(text) => expect(problem(text)).toBeUndefined(),
);

test.each(['1969-12-31', '2038-01-20', '1969-12-31T23:59:59Z', '2026-01-31T25:00:00', 'today'])(
	'%s cannot',
	(text) => expect(problem(text)).toMatch(/must be a date from 1970 to January 2038/),
);
