import { join } from 'node:path';

import { SCHEMA_FOLDER } from '../../../build/output-schemas';

/** Where the schemas are that nothing can be derived from: they were taken from what came out. */
export const schemaFolder = join(__dirname, '../../../nodes', SCHEMA_FOLDER);

/** @param operation `resource/operation` */
export const schemaFile = (operation: string): string => join(schemaFolder, `${operation}.json`);
