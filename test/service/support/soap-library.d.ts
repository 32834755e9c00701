/** What the tests use of a library that has no types of its own. */
declare module 'strong-soap' {
	interface Client {
		readonly lastRequest: string;
		[operation: string]: unknown;
	}
	type Answered = (error: Error | null, result: Record<string, unknown>) => void;
	export const soap: {
		createClient(
			wsdl: string,
			options: object,
			created: (error: Error | null, client: Client) => void,
		): void;
	};
	export type Operation = (named: object, answered: Answered) => void;
}
