import type { INodeProperties } from 'n8n-workflow';

import { properties as fields } from './form';
import { panelActions } from './panelActions';

export { SAMPLE } from './form';
export { subtitle } from './subtitle';

/** The node's whole form. */
export const properties: INodeProperties[] = [...fields, ...panelActions];
