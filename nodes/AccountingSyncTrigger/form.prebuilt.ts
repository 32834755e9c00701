import type { INodeProperties } from 'n8n-workflow';

import { formerVersions, NEWEST_VERSION, properties as fields } from './form';
import { panelActions } from './panelActions';

export { subtitle } from './subtitle';

/** The versions of the node; the last one is that of new nodes. */
export const versions: number[] = [...formerVersions, NEWEST_VERSION];

/** The node's whole form. */
export const properties: INodeProperties[] = [...fields, ...panelActions];
