/** The value of an element of a connector file. */
export const inConnectorFile = (qwc: string, element: string): string =>
	new RegExp(`<${element}>([^<]*)</${element}>`).exec(qwc)?.[1] ?? '';
