/** Where the service keeps everything, and how many processes it has. */
export interface Setting {
	name: string;
	database: 'sqlite' | 'postgres';
	processes: number;
}

export const settings: readonly Setting[] = [
	{ name: 'SQLite', database: 'sqlite', processes: 1 },
	{ name: 'PostgreSQL', database: 'postgres', processes: 1 },
	{ name: 'PostgreSQL, three processes', database: 'postgres', processes: 3 },
];

export const plan = {
	connections: 1000,
	/** How often each connector looks in. */
	secondsBetweenLooks: 60,
	/** Requests that are queued in a second. Each is carried out, and its result delivered. */
	rates: [25, 50, 100],
	/** With less than this share of a rate delivered, the service falls behind, and a higher rate is not tried. */
	leastDelivered: 0.95,
	/** Lists that are read in a second. */
	listsASecond: 5,
	/** The first round of looks checks every password, and fills the queues to what is usual. */
	warmUpSeconds: 65,
	/** One round of looks at the next rate. */
	settleSeconds: 60,
	/** How long is measured, at each rate. */
	seconds: 60,
	/** What waits at the end is carried out in some more rounds of looks. */
	drainSeconds: 420,
} as const;
