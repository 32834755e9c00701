import type { Clock } from '../calls/ports';
import { inTurn } from '../calls/turns';
import { claimedByOther } from './writeErrors';

/** Rows that all processes see. Of several holders that insert the same row, exactly one gets it. */
export interface ClaimTable {
	/** @returns Whether the row is this holder's, now or since before, or nobody can tell. */
	insert(row: string): Promise<boolean>;
	remove(row: string): Promise<void>;
}

/** How long a claim outlives a process that died: at most twice this time, in milliseconds. */
const TERM_MS = 30_000;

/** How often a claim that somebody has is asked for, and how long, in milliseconds. */
const ASK_EVERY_MS = 500;
const ASK_FOR_MS = 150_000;

/** A claim that is held: the terms whose rows its holder has. */
interface Claim {
	name: string;
	terms: number[];
	isLost: boolean;
	isOver: boolean;
}

/**
 * What one try of a run has claimed, so that no other process of n8n does the same at the same moment: the service may not honour keys,
 * and what another one is about to queue is not in the queue yet. A claim is a row for each term of time in which it is held. Who wants
 * it has to get the row of the term before first, so that it is free a whole term after its holder last said that it is alive.
 */
export class Claims {
	private readonly held = new Set<Claim>();

	/** @param table Undefined if there is none: then only the work of this process is kept apart. */
	constructor(
		private readonly table: ClaimTable | undefined,
		private readonly clock: Clock,
	) {}

	/**
	 * Does work that nobody else does under this name at the same time, in any process.
	 * @param work Is told whether another process was found at it.
	 * @throws QueueError if somebody else does it for minutes, and what the work throws.
	 */
	async during<Result>(
		name: string,
		work: (isContested: boolean) => Promise<Result>,
		signal?: AbortSignal,
	): Promise<Result> {
		return await inTurn(name, async () => {
			const { table } = this;
			return table ? await this.claimed(table, name, work, signal) : await work(false);
		});
	}

	private async claimed<Result>(
		table: ClaimTable,
		name: string,
		work: (isContested: boolean) => Promise<Result>,
		signal?: AbortSignal,
	): Promise<Result> {
		let isContested = false;
		const claim: Claim = { name, terms: [], isLost: false, isOver: false };
		const isOver = new AbortController();
		try {
			const { clock } = this;
			const until = clock.now() + ASK_FOR_MS;
			while (!(await this.extend(table, claim))) {
				isContested = true;
				if (clock.now() > until) throw claimedByOther();
				await clock.sleep(ASK_EVERY_MS, signal);
			}
			this.held.add(claim);
			void this.keep(table, claim, isOver.signal);
			return await work(isContested);
		} finally {
			isOver.abort();
			this.held.delete(claim);
			await this.leave(table, claim);
		}
	}

	/**
	 * Makes sure that everything that is claimed still is. Call it before a write goes out: the process may have stood still.
	 * @throws QueueError if it is not.
	 */
	async check(): Promise<void> {
		const { table } = this;
		for (const claim of table ? this.held : []) {
			if (table && !(await this.extend(table, claim))) throw claimedByOther();
		}
	}

	/** Gets the rows of the present term, and of the one before. */
	private async extend(table: ClaimTable, claim: Claim): Promise<boolean> {
		const now = Math.floor(this.clock.now() / TERM_MS);
		if (claim.isLost) return false;
		for (const term of [now - 1, now]) {
			if (claim.terms.includes(term)) continue;
			if (!(await table.insert(`${claim.name} ${term}`))) {
				claim.isLost = this.held.has(claim);
				return false;
			}
			claim.terms.push(term);
			// It may have ended meanwhile.
			if (claim.isOver) await this.leave(table, claim);
		}
		return true;
	}

	private async keep(table: ClaimTable, claim: Claim, signal: AbortSignal): Promise<void> {
		try {
			// An older n8n goes on sleeping.
			while (!signal.aborted) {
				await this.clock.sleep(TERM_MS / 3, signal);
				if (!signal.aborted) await this.extend(table, claim);
			}
		} catch {
			// It is over.
		}
	}

	/** Removes the rows. What can't be removed ends by itself. */
	private async leave(table: ClaimTable, claim: Claim): Promise<void> {
		const { name, terms } = claim;
		claim.isOver = true;
		await Promise.allSettled(terms.map(async (term) => await table.remove(`${name} ${term}`)));
	}
}
