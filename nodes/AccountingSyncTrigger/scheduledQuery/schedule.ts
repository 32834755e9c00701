import type { CronExpression, IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../../quickbooks/form/convert';
import { FormError } from '../../../quickbooks/form/formError';

/** When runs are due: at the ticks of a cron expression, or some time after the start of the last run. */
export interface Schedule {
	/** When n8n wakes the node. */
	cron: CronExpression;
	/** How far apart two ticks are at least, in milliseconds. */
	unit: number;
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
		return { cron: '0 * * * * *', unit: MINUTE, interval: count * unitLengths[String(schedule)] };
	}
	const expression = String(cronExpression ?? '').trim();
	if (!CRON_FIELDS.test(expression)) {
		throw new FormError(
			`Cron Expression must have five fields, or six with seconds, but it is "${expression}".`,
			'For example 0 8 * * 1-5 for eight in the morning from Monday to Friday.',
		);
	}
	const hasSeconds = expression.split(/\s+/).length === 6;
	return { cron: expression as CronExpression, unit: hasSeconds ? SECOND : MINUTE };
}

/**
 * The moment of a tick, which is the same for all that tick with it. Timers are late by some milliseconds, or early.
 * Times are in milliseconds since 1970.
 */
export const tickAt = ({ unit }: Schedule, now: number): number =>
	Math.floor((now + SECOND / 2) / unit) * unit;

/** Whether the next run is due at a tick. At a tick that has its run already, it is not. */
export function isDue(
	{ interval }: Schedule,
	lastStart: number | undefined,
	tick: number,
): boolean {
	if (lastStart === undefined) return true;
	return interval === undefined ? lastStart !== tick : tick - lastStart >= interval - tickTolerance;
}
