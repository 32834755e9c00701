import { namesOf } from '../../shared/methods/onDemand';
import { methods } from './index';

export const methodNames = namesOf(methods);
