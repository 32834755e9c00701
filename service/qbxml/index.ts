export { InvalidXml } from '../../xml/invalid-xml';
export {
	type AnswerReading,
	type AnswerThread,
	createAnswerThread,
	type KeptPart,
	type WrittenPart,
} from './answer-thread';
export { busyReason } from './busy-reasons';
export type { ResponseFilter } from './filter-response';
export { fingerprintOf, orderOf } from './fingerprint';
export { documentAt, elementOf, versionAt } from './fit-desktop';
export { type HostAndCompany, hostAndCompany } from './host-and-company';
export { continueIterator, startIterator } from './iterator';
export {
	keptAnswerRequest,
	messageSetIdOf,
	takesMessageSetId,
	withMessageSetId,
} from './message-set';
export { nextElement } from './prolog';
export { repaired } from './repair';
export { type RequestChild, requestFromXml, type RequestJson, requestToXml } from './request';
export {
	iteratorOf,
	type QbxmlResponse,
	readResponse,
	type ResponseHead,
	statusOf,
} from './response';
