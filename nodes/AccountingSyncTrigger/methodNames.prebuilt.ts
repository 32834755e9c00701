import { namesOf } from '../shared/methods/onDemand';
import { webhookMethods } from './lifecycle';
import { methods } from './methods';

export const methodNames = namesOf(methods);

export const webhookMethodNames = namesOf(webhookMethods);
