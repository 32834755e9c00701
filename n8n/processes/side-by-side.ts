/**
 * Waits for several pieces of work, also when one of them fails: whoever cleans up then knows everything that has been
 * started.
 * @throws the first failure
 */
export async function sideBySide<const Work extends readonly unknown[]>(
	...work: Work
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
	await Promise.allSettled(work);
	return await Promise.all(work);
}
