/** One quantity over time: milliseconds since the start, and how much there was. */
export type Series = ReadonlyArray<readonly [at: number, amount: number]>;

/** How a quantity is measured. */
export interface Measure {
	name: string;
	unit: 'MiB' | 'KiB' | '';
	/** By how much it may grow from the end of the warm-up to the end of the run. */
	mayGrow?: number;
	/** What it may never exceed: for what fills up to a bound of its own. */
	mayReach?: number;
}

/** What is said of a quantity in the end. */
export interface Verdict {
	measure: Measure;
	/** The median after the warm-up. */
	usual: number;
	/** By how much it grew after the warm-up. */
	growth: number;
	isFine: boolean;
}

/** The part of a run that counts as its warm-up: modules are loaded then, and caches filled. */
const WARM_UP_PART = 1 / 3;

function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length / 2;
	return sorted.length % 2 === 1
		? sorted[Math.floor(middle)]
		: (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * By how much a quantity grows from the first moment to the last, by the median of the slopes between any two (Theil
 * and Sen): a few samples that happened upon much work change nothing about it.
 */
export function growthOf(series: Series): number {
	const slopes = series.flatMap(([at, amount], place) =>
		series.slice(place + 1).map(([later, then]) => (then - amount) / (later - at)),
	);
	const [[start], [end]] = [series[0], series[series.length - 1]];
	return median(slopes) * (end - start);
}

/**
 * Whether a quantity stays as it is.
 * @throws RangeError when there are fewer than three samples after the warm-up
 */
export function judge(measure: Measure, series: Series): Verdict {
	const end = series.at(-1)?.[0] ?? 0;
	const after = series.filter(([at]) => at >= end * WARM_UP_PART);
	if (after.length < 3) throw new RangeError(`${measure.name}: too few samples to judge by.`);
	const amounts = after.map(([, amount]) => amount);
	const growth = growthOf(after);
	const { mayGrow = Infinity, mayReach = Infinity } = measure;
	const isFine = growth <= mayGrow && Math.max(...amounts) <= mayReach;
	return { measure, usual: median(amounts), growth, isFine };
}
