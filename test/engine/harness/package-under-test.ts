import { basename, join } from 'node:path';

import type { ICredentialType, INodeType, IVersionedNodeType } from 'n8n-workflow';

import { n8n as published, name as packageName } from '../../../package.json';

/** What this package registers in n8n: node types by their full names, credential types by their names. */
export interface PackageUnderTest {
	nodeTypes: Map<string, INodeType | IVersionedNodeType>;
	credentialTypes: Map<string, ICredentialType>;
}

const rootFolder = join(__dirname, '..', '..', '..');

/** As n8n's own loader has it: the class is called what its file is called, up to the first dot. */
async function instantiate<T>(builtFile: string): Promise<T> {
	const sourceFile = builtFile.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	const className = basename(builtFile).split('.')[0];
	const exported = (await import(join(rootFolder, sourceFile))) as Record<string, new () => T>;
	const Class = exported[className];
	if (!Class) throw new Error(`${sourceFile} exports no class ${className}`);
	return new Class();
}

/** A node type's full name: a short one (`accountingSync`) belongs to this package. */
export function fullTypeName(type: string): string {
	return type.includes('.') ? type : `${packageName}.${type}`;
}

/** Loads the nodes and credentials that `package.json` names, from their sources. */
export async function loadPackageUnderTest(): Promise<PackageUnderTest> {
	const nodes = await Promise.all(
		published.nodes.map((file) => instantiate<INodeType | IVersionedNodeType>(file)),
	);
	const credentials = await Promise.all(
		published.credentials.map((file) => instantiate<ICredentialType>(file)),
	);
	return {
		nodeTypes: new Map(nodes.map((node) => [fullTypeName(node.description.name), node])),
		credentialTypes: new Map(credentials.map((credential) => [credential.name, credential])),
	};
}
