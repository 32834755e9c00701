import { readMessages } from '../../../qbxml/read-messages';
import { requests } from '../../../qbxml/requests';

/** All requests of qbXML. Import it only through `loadRequestFacts`: reading the facts takes time and memory. */
export const requestMessages = readMessages(requests);
