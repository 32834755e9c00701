import { forget } from './find';

type Undo = () => void;

/** What undoes the changes of the write in progress, newest last. Writes never wait, so there is only one at a time. */
let journal: Undo[] | undefined;

/** The records that the write in progress has marked as modified. */
let touched = new WeakSet<object>();

/** Carries out a write. If it fails, everything it has changed is as it was before. */
export function carryOut<T>(write: () => T): T {
	const outer = journal;
	const undo: Undo[] = [];
	journal = undo;
	if (outer === undefined) touched = new WeakSet();
	try {
		const result = write();
		outer?.push(...undo);
		return result;
	} catch (error) {
		for (const step of undo.reverse()) step();
		throw error;
	} finally {
		journal = outer;
	}
}

/** Changes values of a record. An undefined value takes its element out. */
export function set<T extends object>(record: T, changes: Partial<T>): void {
	for (const key of Object.keys(changes) as Array<keyof T>) {
		const existed = key in record;
		const before = record[key];
		journal?.push(() => {
			if (existed) record[key] = before;
			else delete record[key];
		});
		if (changes[key] === undefined) delete record[key];
		else record[key] = changes[key] as T[keyof T];
	}
}

/** Whether a record has not been marked as modified in this write yet. A write marks each record only once. */
export function isFirstTouch(record: object): boolean {
	if (journal === undefined) return true;
	const isFirst = !touched.has(record);
	touched.add(record);
	return isFirst;
}

/** Puts a record at the end of a list. */
export function append<T>(list: T[], record: T): void {
	list.push(record);
	journal?.push(() => {
		list.splice(list.lastIndexOf(record), 1);
		forget(list);
	});
}

/** Takes a record out of a list. */
export function takeOut<T>(list: T[], record: T): void {
	const place = list.indexOf(record);
	list.splice(place, 1);
	forget(list);
	journal?.push(() => {
		list.splice(place, 0, record);
		forget(list);
	});
}
