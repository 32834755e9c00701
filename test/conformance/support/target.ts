import type { RunningService, ServiceOptions } from '../../../service/server/start-service';
import type { ApiClient, Fields } from '../../service/support/api-client';
import { type Answering, stopReceivers } from '../../service/support/receiver';
import { patientClient } from './client';
import { type TestConnection, testConnection } from './connection';
import { startLocal } from './local';
import { type GivenTarget, givenTarget } from './needs';
import { patientReceiver, type TestReceiver } from './patient-receiver';
import { NotAsked } from './statement';

/** The service under test, for the tests of one file. */
export interface Target {
	readonly facts: () => GivenTarget;
	/** Scheme, host and port of the service. */
	readonly origin: () => string;
	readonly api: ApiClient;
	readonly otherApi: ApiClient;
	readonly anonymous: ApiClient;
	connect(body?: object, api?: ApiClient): Promise<TestConnection>;
	/** What getting a queued request by its ID shows. */
	recordOf(id: string): Promise<Fields>;
	/**
	 * Makes sure that requests that were queued are still there, for what is said of lists.
	 * @throws NotAsked when one is gone: how long a service keeps what is done is not shown (section 8)
	 */
	keeps(...ids: string[]): Promise<void>;
	receiver(answering?: Answering): Promise<TestReceiver>;
}

/**
 * The service under test: the given one or, without one, a local one that lives as long as the tests of the file.
 * What the tests have created is deleted again.
 * @param options of the local service
 */
export function target(options: Partial<ServiceOptions> = {}): Target {
	let facts: GivenTarget;
	let service: RunningService | undefined;
	const created: { api: ApiClient; id: string }[] = [];
	const clientWith =
		(key: (facts: GivenTarget) => string | undefined): ApiClient =>
		(...call) =>
			patientClient(facts.baseUrl, key(facts))(...call);
	const api = clientWith(({ apiKey }) => apiKey);

	beforeAll(async () => {
		if (givenTarget) facts = givenTarget;
		else ({ service, target: facts } = await startLocal(options));
	});
	afterAll(async () => {
		for (const each of created) await each.api('DELETE', `/connections/${each.id}`);
		stopReceivers();
		await service?.close();
	});

	return {
		facts: () => facts,
		origin: () => new URL(facts.baseUrl).origin,
		api,
		otherApi: clientWith(({ otherApiKey }) => otherApiKey),
		anonymous: clientWith(() => undefined),
		async connect(body = {}, owner = api) {
			const { status, text, body: answered } = await owner('POST', '/connections', { body });
			if (status !== 201) throw new Error(`POST /connections was answered with ${status}: ${text}`);
			created.push({ api: owner, id: answered.data.id });
			return testConnection(owner, answered.data);
		},
		async recordOf(id) {
			const { status, body, text } = await api('GET', `/queued_requests/${id}`);
			if (status !== 200) throw new Error(`Request ${id} was answered with ${status}: ${text}`);
			return body.data;
		},
		async keeps(...ids) {
			for (const id of ids)
				if ((await api('GET', `/queued_requests/${id}`)).status !== 200)
					throw new NotAsked('requests have gone meanwhile; how long they are kept is not shown');
		},
		receiver: patientReceiver,
	};
}
