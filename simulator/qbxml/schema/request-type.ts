import type { Company } from '../../company/types';
import type { XmlElement } from '../../../xml/read-xml';
import type { Status } from '../protocol/status-errors';
import type { Particle } from './particles';
import type { AnswerRecord, Session } from '../protocol/session';

export interface Answer {
	status: Status;
	records: AnswerRecord[];
	/** Attributes of the answer beside the status, in qbXML's order. */
	attributes?: Record<string, string>;
}

/** One request of qbXML: what may stand in it, and how a company file answers it. */
export interface RequestType {
	/** The request's element, such as `CustomerQueryRq`. */
	name: string;
	/** The attributes it takes beside `requestID`. */
	attributes: readonly string[];
	content: Particle[];
	/**
	 * Answers a request whose structure has been checked against `content`.
	 * @throws StatusError when the answer is a status alone
	 */
	answer: (request: XmlElement, company: Company, session: Session) => Answer;
}
