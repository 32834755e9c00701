export { InvalidXml } from '../../xml/invalid-xml';
export { busyReason } from './busy-reasons';
export { filterResponse, type ResponseFilter } from './filter-response';
export { type HostAndCompany, hostAndCompany } from './host-and-company';
export { continueIterator, startIterator } from './iterator';
export { type RequestChild, requestFromXml, type RequestJson, requestToXml } from './request';
export { iteratorOf, readResponse, responseToJson, statusOf } from './response';
