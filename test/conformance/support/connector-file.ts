import type { Body } from '../../service/support/api-client';

/** The connector file in an answer: section 2.6 shows `qwc` alone, section 1 wraps every single object in `data`. */
export const connectorFileIn = (body: Partial<Body> | undefined): string =>
	body?.qwc ?? (body?.data as { qwc?: string } | undefined)?.qwc ?? '';

/** The value of an element of a connector file. */
export const inConnectorFile = (qwc: string, element: string): string =>
	new RegExp(`<${element}>([^<]*)</${element}>`).exec(qwc)?.[1] ?? '';
