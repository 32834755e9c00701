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
export { type HostAndCompany, hostAndCompany } from './host-and-company';
export { continueIterator, startIterator } from './iterator';
export { type RequestChild, requestFromXml, type RequestJson, requestToXml } from './request';
export { iteratorOf, type QbxmlResponse, readResponse, statusOf } from './response';
