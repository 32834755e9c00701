/** What the trigger reads of its credential. */
export interface TriggerCredential {
	baseUrl: string;
	apiKey: string;
	webhookSecret?: string;
}
