/**
 * A text as JSON.
 * @param parts of it as UTF-8, each ending with a whole character
 */
export async function* textInJson(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
	yield '"';
	for await (const part of parts) yield JSON.stringify(part.toString('utf8')).slice(1, -1);
	yield '"';
}
