import { answers } from '../../../quickbooks/facts/answers';
import { readMessages } from '../../../quickbooks/facts/readMessages';
import { requests } from '../../../quickbooks/facts/requests';

/** What qbXML says of every request, whether it can be carried out here or not. */
export const requestFacts = readMessages(requests);

/** What qbXML says of every answer. */
export const answerFacts = readMessages(answers);
