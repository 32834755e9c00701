import type { Call } from '../../../n8n/processes/proxy';
import type { Risk } from './faulty-way';

const hasBody = ({ body }: Call): boolean => body.length > 0;

/** What calls of the interface meet on their way from n8n to the service and back. */
export const apiRisks: readonly Risk[] = [
	{ fault: 'arrives late', perThousand: 40 },
	{ fault: 'is answered late', perThousand: 20 },
	{ fault: 'is overtaken', perThousand: 20 },
	{ fault: 'is cut off before it arrives', perThousand: 15 },
	{ fault: 'is cut off after it has arrived', perThousand: 20 },
	{ fault: 'is cut off in the middle of its answer', perThousand: 15 },
	{ fault: 'is stopped by a gateway', perThousand: 10 },
	{ fault: 'is answered by a gateway', perThousand: 10 },
	{ fault: 'is cut off and arrives later', perThousand: 10 },
	{ fault: 'arrives twice at once', perThousand: 15 },
	{ fault: 'arrives twice, one after the other', perThousand: 15 },
	{ fault: 'has a garbled answer', perThousand: 15 },
	// The service refuses such a call for good, so that each costs the node one of the tries that n8n gives it.
	{ fault: 'arrives garbled', perThousand: 20, strikes: hasBody, most: 3 },
];

/** What deliveries meet on their way from the service to n8n and back. */
export const deliveryRisks: readonly Risk[] = [
	{ fault: 'arrives late', perThousand: 50 },
	{ fault: 'is answered late', perThousand: 30 },
	{ fault: 'is answered too late', perThousand: 15 },
	{ fault: 'is overtaken', perThousand: 60 },
	{ fault: 'is cut off before it arrives', perThousand: 20 },
	{ fault: 'is cut off after it has arrived', perThousand: 30 },
	{ fault: 'is cut off in the middle of its answer', perThousand: 10 },
	{ fault: 'is cut off and arrives later', perThousand: 20 },
	{ fault: 'is stopped by a gateway', perThousand: 15 },
	{ fault: 'is answered by a gateway', perThousand: 20 },
	{ fault: 'arrives twice at once', perThousand: 40 },
	{ fault: 'arrives twice, one after the other', perThousand: 40 },
	{ fault: 'arrives garbled', perThousand: 30 },
	{ fault: 'has its status garbled', perThousand: 20 },
];
