import { circumstances } from '../support/circumstances';
import { median } from '../support/statistics';
import { table } from '../support/tables';
import { type Role, roles } from './fleet';
import type { Kind, LimitedKind, Phase, ScaleFigures, StepFigures } from './measure';
import { plan } from './plan';

/** What is to be carried on paper. */
const COMPANIES = 1_000;
const REQUESTS_AN_HOUR = 100_000;
/** How busy a process may be, so that it takes a burst and another one's work. */
const BUSY = 0.6;
/** A process that used less of its quota, or was held back in fewer of the periods in which it ran, was not limited by it. */
const limitedFrom = { ofQuota: 0.85, throttled: 0.5 };
/** Growth asked for, as a part of linear. */
const GOAL = 0.8;

const names: Record<Role, string> = {
	processors: 'webhook processors',
	workers: 'workers',
	main: 'main process',
	postgres: 'PostgreSQL',
	redis: 'Redis',
	service: 'the local service',
};

const rate = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)}/s`;
const share = (value: number): string => `${Math.round(value * 100)} %`;

interface Sized {
	size: number;
	phase: Phase;
}

/** Each size of a kind of work, the smallest first; of several measurements of one size, the one in the middle. */
function sizes(steps: readonly StepFigures[], kind: LimitedKind, of: 'processors' | 'workers') {
	const all = [...new Set(steps.map((step) => step[of]))].sort((one, other) => one - other);
	return all.map((size): Sized => {
		const phases = steps.filter((step) => step[of] === size).map((step) => step[kind]);
		const middle = (value: (phase: Phase) => number) => median(phases.map(value));
		const [{ times }] = phases;
		const phase = {
			times,
			rate: middle((each) => each.rate),
			ofQuota: middle((each) => each.ofQuota),
			throttled: middle((each) => each.throttled),
		};
		return { size, phase };
	});
}

/** What came out, as a part of so many times what one process did. */
const growth = (all: readonly Sized[], { size, phase }: Sized): number =>
	phase.rate / (size * all[0].phase.rate);

const isLimited = ({ phase: { ofQuota, throttled } }: Sized): boolean =>
	ofQuota >= limitedFrom.ofQuota && throttled >= limitedFrom.throttled;

function workersTable(steps: readonly StepFigures[]): string {
	const executions = sizes(steps, 'executions', 'workers');
	const waits = sizes(steps, 'waits', 'workers');
	return table(
		['workers', 'executions finished', 'of linear', 'waits woken', 'of linear (waits)'],
		executions.map((each, place) => [
			`${each.size} ${each.size === 1 ? 'worker' : 'workers'}`,
			rate(each.phase.rate),
			share(growth(executions, each)),
			rate(waits[place].phase.rate),
			share(growth(waits, waits[place])),
		]),
	);
}

function processorsTable(steps: readonly StepFigures[]): string {
	const deliveries = sizes(steps, 'deliveries', 'processors');
	return table(
		['webhook processors', 'deliveries answered', 'of linear'],
		deliveries.map((each) => [
			`${each.size} ${each.size === 1 ? 'processor' : 'processors'}`,
			rate(each.phase.rate),
			share(growth(deliveries, each)),
		]),
	);
}

/** Says which of the figures are worth nothing, because something else than the quota held the processes back. */
function doubts(steps: readonly StepFigures[]): string {
	const measured = (
		[
			['deliveries', 'processors'],
			['executions', 'workers'],
			['waits', 'workers'],
		] as const
	).flatMap(([kind, of]) => sizes(steps, kind, of).map((sized) => ({ kind, of, sized })));
	const doubtful = measured.filter(({ sized }) => !isLimited(sized));
	if (doubtful.length === 0) return 'Every process used at least 85 % of its quota.';
	const named = doubtful.map(({ kind, of, sized }) => `${kind} with ${sized.size} ${of}`);
	return `**Worth nothing**, because something else than the quota held the processes back: ${named.join('; ')}.`;
}

function failuresSentence({ failures: { count, last } }: ScaleFigures): string {
	if (count === 0) return 'No execution failed.';
	return `${count} ${count === 1 ? 'execution' : 'executions'} failed; n8n said of the last one: “${last}”.`;
}

function verdict(steps: readonly StepFigures[]): string {
	const parts = (
		[
			['deliveries', 'processors'],
			['executions', 'workers'],
			['waits', 'workers'],
		] as const
	).map(([kind, of]) => {
		const all = sizes(steps, kind, of);
		const worst = Math.min(...all.map((each) => growth(all, each)));
		return `${kind} ${share(worst)}${worst >= GOAL ? '' : ' (**missed**)'}`;
	});
	return `The goal is at least ${share(GOAL)} of linear growth. The worst sizes reached: ${parts.join(', ')}.`;
}

/** The processor time of one unit of some work, in the middle of all sizes. */
const timeOf = (steps: readonly StepFigures[], kind: Kind, role: Role): number =>
	median(steps.map((step) => step[kind].times[role]));

/** What a request costs from the call that starts its execution to the end of that execution. */
const requestTime = (steps: readonly StepFigures[], role: Role): number =>
	timeOf(steps, 'sleeps', role) + timeOf(steps, 'nudges', role) + timeOf(steps, 'waits', role);

const perSecond = REQUESTS_AN_HOUR / 3600;

function paperTable({ steps }: ScaleFigures): string {
	return table(
		['part', 'processor time a request', 'cores', 'how many'],
		roles.map((role) => {
			const time = requestTime(steps, role);
			const cores = (time * perSecond) / 1000;
			const grows = role === 'processors' || role === 'workers';
			const needed = String(Math.ceil(cores / BUSY));
			const alone = cores > BUSY ? `1, with ${needed} cores` : '1';
			const count = grows
				? needed
				: role === 'service' && cores > BUSY
					? 'too much for one'
					: alone;
			return [names[role], `${time.toFixed(1)} ms`, cores.toFixed(2), count];
		}),
	);
}

/** Where one more process does not help, the part that is full first. */
function limitSentence({ steps }: ScaleFigures): string {
	const single = (['main', 'postgres', 'redis', 'service'] as const).map((role) => ({
		role,
		mostPerHour: (3_600_000 / Math.max(requestTime(steps, role), 0.1)) * BUSY,
	}));
	const [first, second] = single.sort((one, other) => one.mostPerHour - other.mostPerHour);
	const rounded = (count: number) =>
		new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 2 }).format(count);
	return `Of what there is only one of, ${names[first.role]} is full first: one core of it carries about ${rounded(first.mostPerHour)} requests an hour at ${share(BUSY)}. Next comes ${names[second.role]}, with about ${rounded(second.mostPerHour)}.`;
}

/** What `docs/scaling.md` says of the growth, and of what follows from it. */
export function reportScaling(figures: ScaleFigures): string {
	const { steps, single } = figures;
	const of = new Intl.NumberFormat('en-GB');
	const queued = (['deliveries', 'executions'] as const).flatMap((kind) =>
		roles.map((role) => timeOf(steps, kind, role)),
	);
	const inQueueMode = queued.reduce((sum, time) => sum + time, 0);
	return [
		`${circumstances('scaling')} Everything ran on this one machine. Each webhook processor and each worker had ${share(plan.share)} of a core; nothing else was limited.`,
		'',
		workersTable(steps),
		'',
		processorsTable(steps),
		'',
		`${verdict(steps)} ${doubts(steps)} ${failuresSentence(figures)}`,
		'',
		`A delivery and its execution take ${inQueueMode.toFixed(0)} ms of processor time in all processes together. n8n as one process with SQLite takes ${single.toFixed(0)} ms.`,
		'',
		`### ${of.format(COMPANIES)} companies, ${of.format(REQUESTS_AN_HOUR)} requests an hour`,
		'',
		`Calculated, not measured: ${perSecond.toFixed(1)} times a second, a call starts an execution, which queues a request, sleeps and is woken. A process is to be busy ${share(BUSY)} of the time.`,
		'',
		paperTable(figures),
		'',
		limitSentence(figures),
	].join('\n');
}
