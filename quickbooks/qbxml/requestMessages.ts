import { readMessages } from '../facts/readMessages';
import { requests } from '../facts/requests';

/** All requests of qbXML. Import it only through `loadRequestFacts`: reading the facts takes time and memory. */
export const requestMessages = readMessages(requests);
