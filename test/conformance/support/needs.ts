/** What a statement needs beyond the interface itself to be checked, and why it may be missing. */
export const neededFor = {
	connector: 'the service’s connector endpoint, with no other connector at work on the connection',
	'idle connection': 'new connections that no connector works on',
	receiver: 'a webhook receiver that the service can reach',
	'other application': 'the key of a second application (--other-api-key)',
	'webhook secret': 'the secret that the service signs with (--webhook-secret)',
	settings: 'settings of the service that only its operator has',
} as const;

export type Need = keyof typeof neededFor;

/** What cannot be had with a service, with the reason. */
export type Missing = Partial<Record<Need, string>>;

/** The service that is checked, when it is not one that the suite starts itself. */
export interface GivenTarget {
	/** The base address of version 1, without a slash at its end. */
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly otherApiKey?: string;
	readonly webhookSecret?: string;
	readonly webhookHeader: string;
	readonly missing: Missing;
}

/** The environment variable in which the runner hands a `GivenTarget` to the tests, as JSON. */
export const TARGET_VARIABLE = 'CONFORMANCE_TARGET';

const given = process.env[TARGET_VARIABLE];

export const givenTarget: GivenTarget | undefined = given === undefined ? given : JSON.parse(given);

/** Why a statement with these needs cannot be asked; undefined when it can. */
export function reasonAgainst(needs: readonly Need[]): string | undefined {
	return needs.map((need) => givenTarget?.missing[need]).find((reason) => reason !== undefined);
}
