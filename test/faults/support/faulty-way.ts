import type { Call, OnCall } from '../../../n8n/processes/proxy';
import { createRandom } from '../../../simulator/company/random';
import { createPassing, type Fault, type FaultName, faults } from './faults';

/** How a fault strikes on a way. */
export interface Risk {
	fault: FaultName;
	/** In how many of a thousand calls. */
	perThousand: number;
	/** The calls it may strike; all unless given. */
	strikes?: (call: Call) => boolean;
	/** How often at most; always unless given. */
	most?: number;
}

interface FaultyWayOptions {
	risks: readonly Risk[];
	/**
	 * The same seed gives the same faults in the same order. Which call is the first, which the second, depends on who is
	 * quicker.
	 */
	seed: number;
	/** How long the caller waits for an answer, in milliseconds, where that is known. */
	patience?: number;
}

/** A way on which calls meet faults by chance. */
export interface FaultyWay {
	/** What becomes of each call. */
	onCall: OnCall;
	/** How often each fault has struck. */
	struck(): Partial<Record<FaultName, number>>;
	/** How many calls there have been. */
	calls(): number;
}

const LARGEST_SEED = 2 ** 31 - 1;

/** The risk that comes true for one throw of a thousand-sided die, if any. */
function comesTrue(risks: readonly Risk[], thrown: number): Risk | undefined {
	let bound = 0;
	return risks.find(({ perThousand }) => {
		bound += perThousand;
		return thrown <= bound;
	});
}

export function createFaultyWay({ risks, seed, patience }: FaultyWayOptions): FaultyWay {
	const dice = createRandom(seed);
	const passing = createPassing();
	const struck: Partial<Record<FaultName, number>> = {};
	let calls = 0;

	async function onCall(call: Call) {
		calls += 1;
		const risk = comesTrue(risks, dice.integer(1, 1000));
		// Each call has chances of its own, so that its faults take none from the calls after it.
		const random = createRandom(dice.integer(0, LARGEST_SEED));
		try {
			if (!risk || risk.strikes?.(call) === false) return await call.forward();
			const times = struck[risk.fault] ?? 0;
			if (times >= (risk.most ?? Infinity)) return await call.forward();
			struck[risk.fault] = times + 1;
			const fault: Fault = faults[risk.fault];
			return await fault(call, { random, passing, patience });
		} finally {
			passing.passed();
		}
	}

	return { onCall, struck: () => ({ ...struck }), calls: () => calls };
}
