import { type Examination, examine, type Report } from '../../../service/doctor/examine';
import type { Check, Finding } from '../../../service/doctor/findings';
import type { TestService } from './service';

export const ENCRYPTION_KEY = 'a key of the tests, long enough for them';

/** Has the doctor look at a service of the tests. */
export async function examined(
	database: string,
	changes: Partial<Examination> = {},
): Promise<{
	readonly report: Report;
	/** What was found in a check, as `status: message`. */
	of(check: Check): readonly string[];
}> {
	const report = await examine({
		database,
		answerBytes: 1_048_576,
		onboardingHours: 48,
		encryptionKey: () => ENCRYPTION_KEY,
		hasOwnKey: true,
		hasOwnSecret: true,
		...changes,
	});
	const text = ({ status, message }: Finding) => `${status}: ${message}`;
	return {
		report,
		of: (check) =>
			report.filter((each) => each.check === check).flatMap(({ findings }) => findings.map(text)),
	};
}

/** Waits until the clients of a service have read its description, so that it can be stopped. */
export async function settled({ api, otherApi }: TestService): Promise<void> {
	await Promise.all([api('GET', '/connections'), otherApi('GET', '/connections')]);
}
