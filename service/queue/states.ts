/**
 * The states of a queued request (section 3) and the moves between them. A request that nothing can move any more has
 * ended: that is what a terminal state is.
 */
export const requestMoves = {
	waiting: ['ticketed', 'discarded'],
	retryable: ['ticketed', 'discarded'],
	/** To error: a next page whose iterator went with the session. */
	ticketed: ['sent', 'waiting', 'error'],
	sent: ['response_received', 'error', 'retryable'],
	response_received: [],
	error: [],
	discarded: [],
} as const;

/** The states of a webhook delivery and the moves between them. */
export const webhookMoves = {
	not_applicable: [],
	pending: ['succeeded', 'failed'],
	succeeded: [],
	failed: [],
} as const;

export type RequestState = keyof typeof requestMoves;
export type WebhookState = keyof typeof webhookMoves;

type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

const before =
	<State extends string>(moves: Moves<State>) =>
	(state: State): State[] =>
		(Object.keys(moves) as State[]).filter((earlier) => moves[earlier].includes(state));

/** The states from which a request may move to the given one. */
export const statesBefore = before<RequestState>(requestMoves);

/** The states from which a delivery may move to the given one. */
export const webhookStatesBefore = before<WebhookState>(webhookMoves);

export const isTerminal = (state: RequestState): boolean => requestMoves[state].length === 0;

/** The states in which a request waits for a connector session to take it. */
export const takeableStates = statesBefore('ticketed');

/** The states of a request that an open connector session holds. */
export const heldStates: readonly RequestState[] = ['ticketed', 'sent'];
