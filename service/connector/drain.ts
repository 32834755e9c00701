import { comeBackLater, type ConnectorMethods, FINISHED } from './methods';

const STOPPING = 'The service is being stopped. What has not been sent stays in the queue.';

interface Drain {
	readonly methods: ConnectorMethods;
	/**
	 * From now on nobody signs in and no request goes out. Resolves when every request that went out from here has got its
	 * answer, or its session has ended.
	 */
	drain(): Promise<void>;
}

/**
 * The connector's methods with an end. A desktop that is writing an invoice when the service is stopped has to be able to say
 * so: otherwise nobody would know whether it did.
 * @param sessionTimeoutSeconds a session without a call for this long has ended
 */
export function withDrain(methods: ConnectorMethods, sessionTimeoutSeconds: number): Drain {
	/** When a request last went out, by the session's ticket. */
	const unanswered = new Map<string, number>();
	let announce: (() => void) | undefined;

	function forgetEnded(): void {
		const oldest = Date.now() - sessionTimeoutSeconds * 1000;
		for (const [ticket, sentAt] of unanswered) if (sentAt < oldest) unanswered.delete(ticket);
	}

	function isAnswered(ticket: string): void {
		unanswered.delete(ticket);
		if (unanswered.size === 0) announce?.();
	}

	/** The method, and afterwards the ticket's request is no longer on its way. */
	const ending =
		<Named extends { readonly ticket: string }, Words extends unknown[], Result>(
			method: (named: Named, ...words: Words) => Promise<Result>,
		) =>
		async (named: Named, ...words: Words): Promise<Result> => {
			try {
				return await method(named, ...words);
			} finally {
				isAnswered(named.ticket);
			}
		};

	const receive = ending(methods.receiveResponseXML);
	return {
		methods: {
			...methods,
			authenticate: async (...call) =>
				announce ? comeBackLater : await methods.authenticate(...call),
			async sendRequestXML(...call) {
				if (announce) return '';
				const request = await methods.sendRequestXML(...call);
				forgetEnded();
				if (request !== '') unanswered.set(call[0].ticket, Date.now());
				return request;
			},
			async receiveResponseXML(...call) {
				const progress = await receive(...call);
				return announce && progress >= 0 ? FINISHED : progress;
			},
			connectionError: ending(methods.connectionError),
			closeConnection: ending(methods.closeConnection),
			getLastError: async (...call) => (announce ? STOPPING : await methods.getLastError(...call)),
		},
		drain() {
			return new Promise((resolve) => {
				announce = resolve;
				forgetEnded();
				if (unanswered.size === 0) resolve();
			});
		},
	};
}
