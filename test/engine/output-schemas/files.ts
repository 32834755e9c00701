import { join } from 'node:path';

/** Where n8n looks for the schema of an operation: beside the node, below the node's version. */
export const schemaFolder = join(__dirname, '../../../nodes/AccountingSync/__schema__/v1.2.0');

/** @param operation `resource/operation` */
export const schemaFile = (operation: string): string => join(schemaFolder, `${operation}.json`);
