export { busyReason } from './busy-reasons';
export { filterResponse, type ResponseFilter } from './filter-response';
export { hostAndCompany, type HostAndCompany } from './host-and-company';
export { InvalidXml } from '../../xml/invalid-xml';
export { continueIterator, startIterator } from './iterator';
export { requestFromXml, requestToXml, type RequestChild, type RequestJson } from './request';
export { iteratorOf, readResponse, responseToJson, statusOf } from './response';
