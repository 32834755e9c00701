import { timestamp } from '../form/convert';
import type { FieldSpec } from '../form/fieldSpec';
import { beginningAt, endAt, endOf } from './dates';

const moment = (
	displayName: string,
	name: string,
	qbxml: FieldSpec['qbxml'],
	description: string,
): FieldSpec => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description: `${description}. A time without an offset is in the workflow's time zone.`,
	wire: name,
	qbxml,
	convert: timestamp,
});

export const deletedAfter = moment(
	'Deleted After',
	'deletedAfter',
	beginningAt('DeletedDateRangeFilter.FromDeletedDate'),
	'Only what was deleted after this time',
);

export const deletedBefore: FieldSpec = {
	...moment(
		'Deleted Before',
		'deletedBefore',
		endAt('DeletedDateRangeFilter.ToDeletedDate'),
		'Only what was deleted before this time. In summer, it may be up to an hour too much',
	),
	...endOf('TimeDeleted'),
};
