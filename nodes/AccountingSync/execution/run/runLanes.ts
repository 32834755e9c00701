/** Whether to go on after a failure, and whether the user has cancelled. */
export interface Concurrency {
	/** How many lanes move at once. */
	atOnce: number;
	/** Whether what comes after a failure is still done. */
	goOnAfterFailure: boolean;
	signal?: AbortSignal;
}

/**
 * Works through lanes side by side, and through each lane in order. After a failure, or when the signal says so,
 * nothing new is begun; what was begun is waited for.
 * @returns Whether each piece was done or failed; pieces that were not begun are missing.
 */
export async function runLanes<Piece, Done>(
	lanes: ReadonlyArray<readonly Piece[]>,
	work: (piece: Piece) => Promise<Done>,
	{ atOnce, goOnAfterFailure, signal }: Concurrency,
): Promise<Map<Piece, PromiseSettledResult<Done>>> {
	const results = new Map<Piece, PromiseSettledResult<Done>>();
	let isStopped = false;
	const waitingLanes = lanes.values();
	const move = async () => {
		for (const lane of waitingLanes) {
			for (const piece of lane) {
				if (isStopped || signal?.aborted) return;
				const [result] = await Promise.allSettled([work(piece)]);
				results.set(piece, result);
				if (result.status === 'rejected' && !goOnAfterFailure) isStopped = true;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, lanes.length) }, move));
	return results;
}
