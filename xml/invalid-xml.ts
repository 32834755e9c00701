/** Messages quote names from the XML, and a name can be as long as the XML. */
const LONGEST_MESSAGE = 500;

/**
 * XML that cannot be read safely, or data that cannot be written as XML. `message` is a plain sentence for the person who
 * sent it.
 */
export class InvalidXml extends Error {
	override readonly name = 'InvalidXml';

	constructor(message: string, options?: ErrorOptions) {
		super(
			message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
			options,
		);
	}
}
