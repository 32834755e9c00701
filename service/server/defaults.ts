/** How webhooks are delivered by default (interface, section 6). */
export const webhookDefaults = {
	/** Seconds before each try. */
	tries: [0, 5, 30, 120, 600, 3600, 21600],
	timeoutSeconds: 10,
	signatureHeader: 'X-Qube-Signature',
	/** Where they may go. */
	targets: 'by-caller',
} as const;
