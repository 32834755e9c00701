import type { XmlContent } from '../../xml/write';

/** A record of an answer, arranged and ready to be written, with the name of its element. */
export interface AnswerRecord {
	element: string;
	content: { [name: string]: XmlContent | undefined };
}

/** What lasts as long as one connector session: the iterators opened in it. */
export interface Session {
	iterators: Map<string, AnswerRecord[]>;
}

/** A session without iterators. */
export const createSession = (): Session => ({ iterators: new Map() });
