import { timestamp } from '../../form/convert';
import type { FieldSpec } from '../../form/fieldSpec';

const moment = (
	displayName: string,
	name: string,
	path: string,
	description: string,
): FieldSpec => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `${description}. A time without an offset is in the workflow's time zone.`,
	wire: name,
	qbxml: (value) => ({ [path]: String(value).replace(/Z$/, '+00:00') }),
	convert: timestamp,
});

export const deletedAfter = moment(
	'Deleted After',
	'deletedAfter',
	'DeletedDateRangeFilter.FromDeletedDate',
	'Only what was deleted after this time',
);

export const deletedBefore = moment(
	'Deleted Before',
	'deletedBefore',
	'DeletedDateRangeFilter.ToDeletedDate',
	'Only what was deleted before this time',
);
