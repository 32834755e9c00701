import type { IExecuteFunctions } from 'n8n-workflow';

import type { Form } from '../../../../quickbooks/form/form';
import { formReader } from '../../operations/operation';
import type { OperationFacts } from '../../operations/operationFacts';
import { connectionFiller } from './emptyConnection';
import { repetitionOf } from './repetition';

/** Reads the form of one item after the other, with what the run adds to it. */
export function formsOf(
	context: IExecuteFunctions,
	operation: OperationFacts,
): (itemIndex: number) => Promise<Form> {
	const read = formReader(context, operation);
	const fillIn = connectionFiller(context, operation);
	return async (itemIndex) => {
		const form = read(itemIndex);
		return await fillIn({ ...form, ...repetitionOf(context, form.values) });
	};
}
