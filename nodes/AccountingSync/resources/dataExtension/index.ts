import type { Resource } from '../../operations/operation';
import { setDataExtension } from './set';

export const dataExtension: Resource = {
	value: 'dataExtension',
	name: 'Data Extension',
	operations: [setDataExtension],
};
