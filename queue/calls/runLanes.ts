import { settled } from './settled';

/** How lanes are worked through. */
export interface Concurrency {
	/** How many lanes run at once. */
	atOnce: number;
	/** Whether to continue with the rest after a failure. */
	goOnAfterFailure: boolean;
	signal?: AbortSignal;
	/** What each piece waits for before it starts, beside its lane; it gives what is called when the piece is done. */
	enter?: () => Promise<() => void>;
}

const unlimited = async () => () => undefined;

/**
 * Works through lanes in parallel, and through each lane in order. After a failure, or when the signal aborts, it
 * starts nothing new but waits for what has started.
 * @returns Whether each piece was done or failed. Pieces that were not started are missing.
 */
export async function runLanes<Piece, Done>(
	lanes: ReadonlyArray<readonly Piece[]>,
	work: (piece: Piece) => Promise<Done>,
	{ atOnce, goOnAfterFailure, signal, enter = unlimited }: Concurrency,
): Promise<Map<Piece, PromiseSettledResult<Done>>> {
	const results = new Map<Piece, PromiseSettledResult<Done>>();
	let isStopped = false;
	const waitingLanes = lanes.values();
	const move = async () => {
		for (const lane of waitingLanes) {
			for (const piece of lane) {
				if (isStopped || signal?.aborted) return;
				const entered = await settled(enter());
				const leave = entered.status === 'fulfilled' ? entered.value : undefined;
				// Somebody may have stopped it while it waited.
				if (isStopped || signal?.aborted) return leave?.();
				const result = entered.status === 'fulfilled' ? await settled(work(piece)) : entered;
				leave?.();
				results.set(piece, result);
				if (result.status === 'rejected' && !goOnAfterFailure) isStopped = true;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, lanes.length) }, move));
	return results;
}
