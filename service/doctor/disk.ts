import { statfs } from 'node:fs/promises';
import path from 'node:path';

import { MEBIBYTE } from '../qbxml/limits';
import { isPostgresUrl } from '../store/dialects/postgres-database';
import { TRIED_BYTES } from '../store/space';
import { type Finding, hindered, notChecked, reasonOf, well, wrong } from './findings';

/** An answer is stored as XML and as JSON, and both go through the file of changes beside the database. */
const PLACES_OF_AN_ANSWER = 4;

const inMebibytes = (bytes: number): string =>
	`${Math.floor(bytes / MEBIBYTE).toLocaleString('en')} MiB`;

/** What is left of a disk. */
export interface Room {
	readonly bytes: number;
	/** How many files can still be made; undefined where there is no such limit. */
	readonly files?: number;
}

/**
 * Whether there is room for what a service writes.
 * @param answerBytes how large an answer may be as XML
 */
export function judgeRoom(folder: string, { bytes, files }: Room, answerBytes: number): Finding {
	const needed = TRIED_BYTES + PLACES_OF_AN_ANSWER * answerBytes;
	const advice = `Make room on the disk of ${folder}. --keep-answers deletes old answers.`;
	if (bytes < TRIED_BYTES)
		return wrong(
			`The disk is full: ${inMebibytes(bytes)} are free, and nothing can be queued.`,
			advice,
		);
	if (bytes < needed)
		return wrong(
			`${inMebibytes(bytes)} are free, and one large answer can take ${inMebibytes(needed)}.`,
			advice,
		);
	if (files === 0)
		return wrong('No more files can be made on the disk (no inodes are left).', advice);
	return well(`${inMebibytes(bytes)} are free.`);
}

/** Looks at the disk of an SQLite file. */
export async function checkDisk(
	database: string,
	answerBytes: number,
): Promise<readonly Finding[]> {
	if (isPostgresUrl(database))
		return [
			notChecked(
				'The disk is that of PostgreSQL, which only a look at its own machine shows (df).',
			),
		];
	const folder = path.dirname(database);
	try {
		const { bavail, bsize, files, ffree } = await statfs(folder);
		const room = { bytes: bavail * bsize, ...(files > 0 && { files: ffree }) };
		return [judgeRoom(folder, room, answerBytes)];
	} catch (error) {
		return [hindered(`The disk of ${folder} could not be looked at: ${reasonOf(error)}.`)];
	}
}
