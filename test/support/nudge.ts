import type { QueuedRequest } from '../../n8n/clients/service';

/** Whether a sleeping execution has queued it to be woken by. */
export const isNudge = ({ request_xml: xml }: QueuedRequest): boolean =>
	/<HostQueryRq requestID="n8n-[^"]*-wake-/.test(xml);
