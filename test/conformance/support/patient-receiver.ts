import { type Answering, type Delivered, receiver } from '../../service/support/receiver';
import { within } from './wait';

/** What collects deliveries. */
export interface TestReceiver {
	readonly url: string;
	readonly deliveries: readonly Delivered[];
	/** Waits until that many deliveries have come, or the suite’s patience is at its end. */
	received(count: number): Promise<readonly Delivered[]>;
}

/** Collects deliveries on a port of its own. */
export async function patientReceiver(answering?: Answering): Promise<TestReceiver> {
	const { url, deliveries } = await receiver(answering);
	return {
		url,
		deliveries,
		async received(count) {
			await within(
				async () => deliveries.length,
				(length) => length >= count,
			);
			if (deliveries.length >= count) return deliveries;
			throw new Error(`Of ${count} deliveries only ${deliveries.length} have come.`);
		},
	};
}
