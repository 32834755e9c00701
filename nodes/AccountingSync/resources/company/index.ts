import type { Resource } from '../../operations/operation';
import { getCompany } from './get';

export const company: Resource = { value: 'company', name: 'Company', operations: [getCompany] };
