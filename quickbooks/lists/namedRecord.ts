import type { RecordListName } from './recordLists';

/** A record that the user gave by its name. */
export interface NamedRecord {
	label: string;
	name: string;
	list: RecordListName;
}
