import type { INodeProperties } from 'n8n-workflow';

import { type Form, isOptionOn } from '../../../../quickbooks/form/form';

/** For what is written with a date, or is in the books with one. */
export const refuseClosedPeriods: INodeProperties = {
	displayName: 'Refuse Closed Periods',
	name: 'refuseClosedPeriods',
	type: 'boolean',
	default: true,
	description:
		'Whether to write nothing with a date up to the closing date, and to change nothing there. Without this option, QuickBooks decides, and you get a warning where the date is known. Company > Get tells n8n the closing date.',
};

/** Whether a form asks for it. */
export const refusesClosedPeriods = (form: Form): boolean => isOptionOn(form, refuseClosedPeriods);
