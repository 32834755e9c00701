import {
	type RunningService,
	type ServiceOptions,
	startService,
} from '../../../service/server/start-service';
import { newDatabase } from '../../support/databases';
import type { GivenTarget } from './needs';

/** The secret and the waits of the service that the suite starts: three tries, so that the last one comes soon. */
const local = {
	apiKey: 'first-application',
	otherApiKey: 'second-application',
	webhookSecret: 'a secret of the suite',
	webhookHeader: 'X-Qube-Signature',
	missing: {},
} as const;
const localTries = [0, 0.05, 0.05];

/** Starts the local service, with everything that the suite needs to ask every statement. */
export async function startLocal(
	options: Partial<ServiceOptions> = {},
): Promise<{ service: RunningService; target: GivenTarget }> {
	const service = await startService({
		apiKeys: [local.apiKey, local.otherApiKey],
		webhookSecrets: [local.webhookSecret],
		webhookTries: localTries,
		log: false,
		database: await newDatabase(),
		...options,
	});
	return { service, target: { ...local, baseUrl: service.baseUrl } };
}
