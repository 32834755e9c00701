import { readResponse } from './response';
import type { XmlElement } from './read-xml';

/** What fills in a connection after its first session (interface.md, section 2.1). */
export interface HostAndCompany {
	readonly accountingProductName?: string;
	readonly xmlVersion?: string;
	readonly companyName?: string;
}

function descend(element: XmlElement, [name, ...rest]: readonly string[]): XmlElement[] {
	if (name === undefined) return [element];
	return element.children
		.filter((child) => child.name === name)
		.flatMap((child) => descend(child, rest));
}

function compareVersions(left: string, right: string): number {
	return left.localeCompare(right, 'en', { numeric: true });
}

/**
 * Reads product, highest supported qbXML version and company name from the host and company answers that a connector
 * sends with the first call of a session. What they do not say is left out. The company file is not among them: the
 * connector passes its name beside them.
 * @throws InvalidXml when the document cannot be read or is no qbXML answer
 */
export function hostAndCompany(hcpXml: string): HostAndCompany {
	const { messages } = readResponse(hcpXml);
	const textAt = (...path: string[]) => descend(messages, path).map(({ text }) => text);
	const [accountingProductName] = textAt('HostQueryRs', 'HostRet', 'ProductName');
	const versions = textAt('HostQueryRs', 'HostRet', 'SupportedQBXMLVersion');
	const xmlVersion = versions
		.filter((version) => /^\d/.test(version))
		.toSorted(compareVersions)
		.at(-1);
	const [companyName] = textAt('CompanyQueryRs', 'CompanyRet', 'CompanyName');
	return {
		...(accountingProductName && { accountingProductName }),
		...(xmlVersion && { xmlVersion }),
		...(companyName && { companyName }),
	};
}
