import type { IDataObject } from 'n8n-workflow';

import { wholeNumber } from '../../shared/form/convert';
import type { Form } from '../../shared/form/form';
import { objectFrom } from '../../shared/form/json';

/**
 * How many results the user wants: infinity for Return All.
 * @throws FormError when the limit is no whole number of at least 1.
 */
export const limitOf = ({ values, timezone }: Form): number =>
	values.returnAll === true
		? Infinity
		: Number(wholeNumber(1)(values.limit, { label: 'Limit', timezone }) ?? 50);

/** Extra Body Fields as they go out. */
export const extraBody = ({ values }: Form): IDataObject =>
	objectFrom((values.options as IDataObject | undefined)?.extraBodyFields, 'Extra Body Fields');
