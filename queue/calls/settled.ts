/** What came of work: its value, or the reason for which it failed. */
export async function settled<Value>(
	work: Promise<Value> | Value,
): Promise<PromiseSettledResult<Value>> {
	const [result] = await Promise.allSettled([work]);
	return result;
}
