/**
 * The states of a queued request (interface, section 3) and the allowed moves between them. A state without moves is
 * terminal: the request has ended.
 */
export const requestTransitions = {
	waiting: ['ticketed', 'discarded'],
	retryable: ['ticketed', 'discarded'],
	/** To error: a later page whose iterator ended with the session. */
	ticketed: ['sent', 'waiting', 'error'],
	sent: ['response_received', 'error', 'retryable'],
	response_received: [],
	error: [],
	discarded: [],
} as const;

/** The states of a webhook delivery and the allowed moves between them. */
export const webhookTransitions = {
	not_applicable: [],
	pending: ['succeeded', 'failed'],
	succeeded: [],
	/** To pending: somebody has it tried again. */
	failed: ['pending'],
} as const;

export type RequestState = keyof typeof requestTransitions;
export type WebhookState = keyof typeof webhookTransitions;

type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;

const before =
	<State extends string>(transitions: Transitions<State>) =>
	(state: State): State[] =>
		(Object.keys(transitions) as State[]).filter((earlier) => transitions[earlier].includes(state));

/** The states from which a request may move to the given one. */
export const statesBefore = before<RequestState>(requestTransitions);

/** The states from which a delivery may move to the given one. */
export const webhookStatesBefore = before<WebhookState>(webhookTransitions);

/** The states of a request that has not ended. */
export const unfinishedStates = (Object.keys(requestTransitions) as RequestState[]).filter(
	(state) => requestTransitions[state].length > 0,
);

export const isTerminal = (state: RequestState): boolean => requestTransitions[state].length === 0;

/** The states in which a connector session can fetch a request. */
export const availableStates = statesBefore('ticketed');

/** The states of a request that an open connector session is working on. */
export const executingStates: readonly RequestState[] = ['ticketed', 'sent'];
