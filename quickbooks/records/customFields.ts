import { dataExtensionTypeOf } from './dataExtensionTypes';
import { formsOf, type RecordKind } from './record';

/** Whether records of a kind can have custom fields. */
export const hasCustomFields = (kind: Pick<RecordKind, 'form'>): boolean =>
	formsOf(kind).some(({ qbxml }) => dataExtensionTypeOf(qbxml) !== undefined);
