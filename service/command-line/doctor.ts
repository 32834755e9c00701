import { existsSync } from 'node:fs';
import path from 'node:path';

import { examine } from '../doctor/examine';
import { isWell, reportJson, reportText } from '../doctor/report';
import { localOrigin } from '../network/local-origin';
import { publicOrigin } from '../network/public-url';
import { bytesOf } from '../server/settings';
import { isPostgresUrl } from '../store/dialects/postgres-database';
import { encryptionKey } from './encryption-key';
import { keyFileOf } from './generated-api-key';
import { type Program, readForDoctor } from './options';

/** The word on the command line. */
export const DOCTOR_COMMAND = 'doctor';

/**
 * Says what is wrong with a service and what to do, while it runs or not. Takes the same options as the service. The exit status is 1 if
 * something is wrong or could not be looked at.
 * @param words the whole command line
 */
export async function runDoctorCommand(program: Program, words: readonly string[]): Promise<void> {
	const { settings, asJson } = readForDoctor(program, words);
	const { host, port, apiKeys, webhookSecrets, publicUrl } = settings;
	const database = isPostgresUrl(settings.database)
		? settings.database
		: path.resolve(settings.database);
	const report = await examine({
		database,
		local: port === 0 ? undefined : localOrigin(host, port),
		publicOrigin: publicUrl === undefined ? undefined : publicOrigin(publicUrl),
		answerBytes: bytesOf(settings.answerMebibytes),
		onboardingHours: settings.onboardingHours,
		encryptionKey,
		hasOwnKey: apiKeys.length > 0 || (!isPostgresUrl(database) && existsSync(keyFileOf(database))),
		hasOwnSecret: webhookSecrets.length > 0,
	});
	process.stdout.write(`${asJson ? reportJson(report) : reportText(report)}\n`);
	if (!isWell(report)) process.exitCode = 1;
}
