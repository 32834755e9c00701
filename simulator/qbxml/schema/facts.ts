import { answers } from '../../../qbxml/answers';
import { readMessages } from '../../../qbxml/read-messages';
import { requests } from '../../../qbxml/requests';

/** What qbXML says of every request, whether it can be carried out here or not. */
export const requestFacts = readMessages(requests);

/** What qbXML says of every answer. */
export const answerFacts = readMessages(answers);
