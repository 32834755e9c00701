/** The fields that the trigger reads from its credential. */
export interface TriggerCredential {
	baseUrl: string;
	apiKey: string;
	webhookSecret?: string;
}
