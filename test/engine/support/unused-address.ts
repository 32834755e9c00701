import { freePorts } from '../../../n8n/processes/free-ports';

/** A base address at which nothing listens any more. */
export async function unusedAddress(): Promise<string> {
	const [port] = await freePorts(1);
	return `http://127.0.0.1:${port}/api/v1`;
}
