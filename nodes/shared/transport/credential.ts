import type { IDataObject } from 'n8n-workflow';

/** The credential that both nodes use. */
export const CREDENTIAL_NAME = 'accountingSyncApi';

/** The fields of the credential. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
	webhookSecret?: string;
}

/** White space, also the kind that nobody sees: web pages put it around what people copy. */
const AROUND =
	/^[\s\u200B-\u200D\u2060\uFEFF]+|(?<![\s\u200B-\u200D\u2060\uFEFF])[\s\u200B-\u200D\u2060\uFEFF]+$/g;
const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|“(.*)”|‘(.*)’)$/s;

/** A pasted value without the spaces, line breaks and quotes that came along with it. */
export function withoutSurroundings(pasted: unknown): string {
	const given = typeof pasted === 'string' ? pasted.replace(AROUND, '') : '';
	const inside = QUOTED.exec(given)
		?.slice(1)
		.find((one) => one !== undefined);
	return (inside ?? given).replace(AROUND, '');
}

/** The credential as it is used: with its address and its key as they were meant. */
export const meantCredential = <Fields extends IDataObject>(data: Fields): Fields & Credential => ({
	...data,
	baseUrl: withoutSurroundings(data.baseUrl),
	apiKey: withoutSurroundings(data.apiKey),
});

interface CredentialContext {
	getCredentials<Fields extends object>(type: string, itemIndex?: number): Promise<Fields>;
}

/** The credential of a node. */
export const readCredential = async (
	context: CredentialContext,
	itemIndex?: number,
): Promise<Credential> =>
	meantCredential(await context.getCredentials<IDataObject>(CREDENTIAL_NAME, itemIndex));
