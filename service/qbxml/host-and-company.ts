import type { XmlElement } from '../../xml/read-xml';
import { readMessages } from './response';

/** What a connection learns in its first session (interface, section 2.1). */
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

/** Countries by HostQuery's words for them. */
const countries: Readonly<Record<string, string>> = {
	AU: 'Australia',
	CA: 'Canada',
	UK: 'United Kingdom',
};

/** A product's name with its country, which nothing else of a connection tells, if it is not the United States. */
function withCountry(product: string | undefined, code = ''): string | undefined {
	const { [code.trim().toUpperCase()]: country } = countries;
	const isTold = country === undefined || product?.includes(country);
	return product === undefined || isTold ? product : `${product} (${country})`;
}

/**
 * Reads the product with its country, the highest supported qbXML version and the company name from the host and company responses that a
 * connector sends with the first call of a session. Missing facts are left out. The company file is not among them,
 * because the connector passes its name separately.
 * @throws InvalidXml when the document cannot be read or is not a qbXML response
 */
export function hostAndCompany(hcpXml: string): HostAndCompany {
	const messages = readMessages(hcpXml);
	const textAt = (...path: string[]) => descend(messages, path).map(({ text }) => text);
	const [product] = textAt('HostQueryRs', 'HostRet', 'ProductName');
	const [country] = textAt('HostQueryRs', 'HostRet', 'Country');
	const accountingProductName = withCountry(product, country);
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
