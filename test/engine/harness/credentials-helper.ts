import { Credentials } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, UserError } from 'n8n-workflow';

/** Credential data by the name of the credential type, as the user would have typed it into the form. */
export type GivenCredentials = Record<string, ICredentialDataDecryptedObject>;

/**
 * What n8n's own server does with credentials, over a table instead of a database: defaults filled in, and the
 * credential type's `authenticate` (function or declaration) applied to the request.
 */
export class CredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly types: ReadonlyMap<string, ICredentialType>,
		private readonly given: GivenCredentials,
	) {
		super();
	}

	private typeOf(name: string): ICredentialType {
		const type = this.types.get(name);
		if (!type) throw new UserError(`Unknown credential type: ${name}`);
		return type;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.given[type];
		if (!data) throw new UserError(`The test gave no credential of the type ${type}`);
		return withDefaults(this.typeOf(type), data);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeOf(typeName);
		if (!authenticate) return requestOptions;
		if (typeof authenticate === 'function') return await authenticate(credentials, requestOptions);

		const resolve = (text: string) =>
			String(
				workflow.expression.getSimpleParameterValue(node, text, 'internal', {
					$credentials: credentials,
				}) ?? '',
			);
		const additions = Object.entries(authenticate.properties).map(([part, values]) => {
			const existing = requestOptions[part as keyof IHttpRequestOptions] as IDataObject | undefined;
			const resolved = Object.entries(values as Record<string, string>).map(([key, value]) => [
				resolve(key),
				resolve(value),
			]);
			return [part, { ...existing, ...Object.fromEntries(resolved) }];
		});
		return { ...requestOptions, ...Object.fromEntries(additions) };
	}

	getParentTypes(name: string): string[] {
		return this.typeOf(name).extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string) {
		return this.typeOf(type).properties;
	}

	async getCredentials(nodeCredentials: INodeCredentialsDetails, type: string) {
		return new Credentials(nodeCredentials, type);
	}

	// The credentials of this package hold no session that would have to be opened, renewed or saved.
	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}
}

/** The stored data as a node gets it: every field the user left alone has its default. */
export function withDefaults(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	const filled = NodeHelpers.getNodeParameters(
		type.properties,
		data as Parameters<typeof NodeHelpers.getNodeParameters>[1],
		true,
		false,
		null,
		null,
	);
	return (filled ?? data) as ICredentialDataDecryptedObject;
}
