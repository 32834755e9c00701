import type { CronExpression, IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../../quickbooks/form/convert';
import { FormError } from '../../../quickbooks/form/formError';

/** When runs are due: at the ticks of a cron expression, or some time after the start of the last run. */
export interface Schedule {
	/** When n8n wakes the node. */
	cron: CronExpression;
	/** How far apart two ticks are at least, and how long after the full minute or second they come, in milliseconds. */
	unit: number;
	offset: number;
	/** Milliseconds from the start of one run to the next; undefined when every tick is due. */
	interval?: number;
}

const SECOND = 1000;
const MINUTE = 60_000;
const unitLengths: Record<string, number> = { minutes: MINUTE, hours: 60 * MINUTE };

/** A tick comes at whole minutes. So a run may start half a minute early, rather than a whole minute late. */
const tickTolerance = MINUTE / 2;

const CRON_FIELDS = /^\S+(\s+\S+){4,5}$/;

/**
 * The schedule in the form.
 * @throws FormError if the interval or the expression is not valid.
 */
export function scheduleOf(
	{ schedule, every, cronExpression }: IDataObject,
	timezone: string,
): Schedule {
	if (schedule !== 'cron') {
		const label = 'Interval';
		const count = Number(wholeNumber(1)(every, { label, timezone }) ?? 1);
		return {
			cron: '0 * * * * *',
			unit: MINUTE,
			offset: 0,
			interval: count * unitLengths[String(schedule)],
		};
	}
	const expression = String(cronExpression ?? '').trim();
	if (!CRON_FIELDS.test(expression)) {
		throw new FormError(
			`Cron Expression must have five fields, or six with seconds, but it is "${expression}".`,
			'For example 0 8 * * 1-5 for eight in the morning from Monday to Friday.',
		);
	}
	const fields = expression.split(/\s+/);
	const [seconds] = fields.length === 6 ? fields : ['0'];
	const once = /^\d+$/.test(seconds);
	return {
		cron: expression as CronExpression,
		unit: once ? MINUTE : SECOND,
		offset: once ? Number(seconds) * SECOND : 0,
	};
}

/** How early the timer of a tick may be, in milliseconds. */
const EARLY = 20;

/**
 * The moment of a tick, which is the same for all that tick with it, however late they are. It may be some milliseconds ahead.
 * Times are in milliseconds since 1970.
 */
export const tickAt = ({ unit, offset }: Schedule, now: number): number =>
	Math.floor((now + EARLY - offset) / unit) * unit + offset;

/** Whether the next run is due at a tick. At a tick that has its run already, it is not. */
export function isDue(
	{ interval }: Schedule,
	lastStart: number | undefined,
	tick: number,
): boolean {
	if (lastStart === undefined) return true;
	return interval === undefined ? lastStart !== tick : tick - lastStart >= interval - tickTolerance;
}
