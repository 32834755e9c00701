import { allApplications, type Application } from '../store/applications';
import type { Store } from '../store/database';
import { isValidAt } from '../store/validity';
import {
	ENCRYPTION_KEY_VARIABLE,
	encryptionWith,
	unreadableSecrets,
} from '../store/webhook-secrets';
import { counted, type Finding, hindered, listed, orWell, reasonOf, wrong } from './findings';

/** What the settings say of keys and secrets. */
export interface GivenKeys {
	/** @throws Error with a sentence for the operator */
	readonly encryptionKey: () => string | undefined;
	/** Whether keys were given on the command line, or lie in the file that a service has made. */
	readonly hasOwnKey: boolean;
	readonly hasOwnSecret: boolean;
}

const REKEY =
	'Put the key back that the secrets were made with. If it is lost, "application rekey" makes new secrets for all.';

async function encryption(store: Store, given: GivenKeys): Promise<readonly Finding[]> {
	let key: string | undefined;
	try {
		key = given.encryptionKey();
	} catch (error) {
		return [wrong(reasonOf(error), `Correct ${ENCRYPTION_KEY_VARIABLE}.`)];
	}
	const { owners, secrets } = await unreadableSecrets(
		store,
		key === undefined ? undefined : encryptionWith(key),
	);
	if (owners.length === 0) return [];
	return key === undefined
		? [
				wrong(
					`There is no key in ${ENCRYPTION_KEY_VARIABLE}, and ${counted(secrets, 'webhook secret is', 'webhook secrets are')} encrypted with one. The service does not start without it.`,
					`If the service has it and this command does not, run this command with the same ${ENCRYPTION_KEY_VARIABLE}. Otherwise: ${REKEY}`,
				),
			]
		: [
				wrong(
					`The key in ${ENCRYPTION_KEY_VARIABLE} does not fit the webhook secrets of ${listed(owners)}: deliveries fail.`,
					REKEY,
				),
			];
}

const nameOf = ({ name, id }: Application): string => name ?? id;

function apiKeys(applications: readonly Application[], { hasOwnKey }: GivenKeys): Finding[] {
	const named = applications.filter(({ name }) => name !== null);
	if (hasOwnKey || named.some(({ keys }) => keys > 0)) {
		const without = named.filter(({ keys, connections }) => keys === 0 && connections > 0);
		return without.length === 0
			? []
			: [
					wrong(
						`No API key of ${listed(without.map(nameOf))} is valid, so n8n can’t reach the companies there.`,
						'If that is not on purpose, "application rotate-key" makes a new one. If it is, delete the connections.',
					),
				];
	}
	return [
		wrong(
			'No API key is valid, so nobody can call the service.',
			named.length === 0
				? 'Create an application: "application create Office".'
				: '"application rotate-key" makes a new one.',
		),
	];
}

function unsigned(
	applications: ReadonlyArray<Application & { readonly secrets: number }>,
	{ hasOwnSecret }: GivenKeys,
): Finding[] {
	const without = hasOwnSecret
		? []
		: applications.filter(({ secrets, keys }) => secrets === 0 && keys > 0);
	return without.length === 0
		? []
		: [
				wrong(
					`Webhooks of ${listed(without.map(nameOf))} are not signed, because there is no webhook secret: n8n can’t tell them from forged ones.`,
					'Use keys of an application: "application create" makes one, and "application rotate-secret" gives a secret to one without.',
				),
			];
}

/** Whether the encryption key fits, and applications have keys and webhook secrets. */
export async function checkKeys(
	store: Store | undefined,
	given: GivenKeys,
): Promise<readonly Finding[]> {
	if (!store) return [hindered('Keys could not be checked: the database can’t be read.')];
	const applications = await allApplications(store);
	const found = [
		...(await encryption(store, given)),
		...apiKeys(applications, given),
		...unsigned(await withSecrets(store, applications), given),
	];
	return orWell(
		found,
		'All webhook secrets can be read, and no application in use lacks a key or a secret.',
	);
}

async function withSecrets(store: Store, applications: readonly Application[]) {
	const rows = await store
		.selectFrom('webhook_secrets')
		.select(['application_id', ({ fn }) => fn.countAll<number>().as('count')])
		.where(isValidAt(new Date().toISOString()))
		.groupBy('application_id')
		.execute();
	const counts = new Map(rows.map(({ application_id, count }) => [application_id, count]));
	return applications.map((each) => ({ ...each, secrets: counts.get(each.id) ?? 0 }));
}
