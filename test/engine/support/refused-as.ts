const anyText = (): string => expect.any(String) as string;

/** What an item gives that goes on with an error of a code. To its error output, n8n sends only the two texts. */
export const refusedAs = (
	onError: 'continueErrorOutput' | 'continueRegularOutput',
	code: string,
): Record<string, string> =>
	onError === 'continueRegularOutput'
		? { error: anyText(), description: anyText(), code }
		: {
				error: anyText(),
				message: expect.stringContaining(`Error code: ${code}`) as string,
			};
