/** The newest qbXML version that the simulated QuickBooks supports. */
export const newestVersion = { major: 16, minor: 0 };

/** All versions it supports, as HostQueryRs lists them. */
export const supportedVersions: readonly string[] = [
	'1.0',
	'1.1',
	'2.0',
	'2.1',
	'3.0',
	'4.0',
	'4.1',
	...Array.from({ length: newestVersion.major - 4 }, (_, index) => `${index + 5}.0`),
];
