export {
	answerToJson,
	iteratorOf,
	readAnswer,
	statusOf,
	type Answer,
	type AnswerStatus,
} from './answer';
export { filterAnswer, type AnswerFilter } from './filter-answer';
export { hostAndCompany, type HostAndCompany } from './host-and-company';
export { InvalidXml } from './invalid-xml';
export { continueIterator, startIterator } from './iterator';
export { requestFromXml, requestToXml, type RequestChild, type RequestJson } from './request';
