import type { ServiceCall } from './serviceCall';

/** The service, as an application reaches it. */
export interface Service {
	/**
	 * Sends one call, and gives the body of the answer. Any 2xx is a success.
	 * @throws ServiceError for every other answer, and if none came.
	 */
	send(call: ServiceCall): Promise<unknown>;
	/** Is aborted when somebody stops what the calls are for. */
	readonly signal?: AbortSignal;
	/**
	 * Waits until the service takes one more piece of work beside those that are under way, of whichever execution.
	 * @returns what says that the piece is done
	 * @throws when the signal is aborted
	 */
	enter?(): Promise<() => void>;
}

/** Time, in milliseconds since 1970. */
export interface Clock {
	now(): number;
	/** @throws when the signal is aborted. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** A signal that is aborted when this time is up. */
	timeout(milliseconds: number): AbortSignal;
}
