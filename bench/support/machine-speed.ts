const TRIES = 5;
const ROUNDS = 200;

const records = Array.from({ length: 100 }, (_, index) => ({
	TxnID: `${index.toString(16).toUpperCase()}-1700000000`,
	CustomerRef: { ListID: `80000001-${index}`, FullName: `Customer ${index}` },
	Subtotal: index * 1.1,
	Memo: 'the same on every machine',
}));

function oneTry(): number {
	const start = performance.now();
	for (let round = 0; round < ROUNDS; round++) JSON.parse(JSON.stringify(records));
	return (ROUNDS / (performance.now() - start)) * 1000;
}

/**
 * How fast the machine is right now: how often a second it writes and reads the same hundred records as JSON, the best of
 * several tries. Machines that are rented are slower on some days than on others, though they call themselves the same.
 */
export const machineSpeed = (): number => Math.max(...Array.from({ length: TRIES }, oneTry));
