/** Options by which a query that returns all asks for pages of so many records. The form leaves their size to the service. */
export const pageSize = (size: number | string) => ({
	extraQueryParameters: { parameters: [{ name: 'max_returned', value: `${size}` }] },
});
