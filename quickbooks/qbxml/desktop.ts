import { isForeignVersion, isVersion } from './versions';

/** What a connection tells about the accounting application at its other end. */
export interface Desktop {
	/** The highest version of qbXML that it understands. Undefined until it has connected for the first time. */
	version: string | undefined;
	/** Whether it is known to be of another country than the United States. */
	isForeign: boolean;
}

const FOREIGN_PRODUCT =
	/\b(?:canad|australia|(?:uk|united kingdom|new zealand|south africa|reckon)\b)/i;

/** What a connection says about its accounting application (interface, section 2.1). It may say nothing. */
export function desktopOf(connection: {
	xml_version?: unknown;
	accounting_product_name?: unknown;
}): Desktop {
	const { xml_version: version, accounting_product_name: product } = connection;
	const written = typeof version === 'number' ? version.toFixed(1) : String(version ?? '').trim();
	return {
		version: isVersion(written) ? written : undefined,
		isForeign: isForeignVersion(written) || FOREIGN_PRODUCT.test(String(product ?? '')),
	};
}
