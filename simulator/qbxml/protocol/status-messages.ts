/** The qbXML status codes used here, and their messages with the placeholders `{0}`, `{1}`. */
export const statuses = {
	0: 'Status OK',
	1: 'A query request did not find a matching object in QuickBooks',
	500: 'The query request has not been fully completed. There was a required element ("{0}") that could not be found in QuickBooks.',
	1030: 'This request is not supported by this implementation.',
	1060: 'The request ID "{0}" is invalid, possibly too long, max 50 chars.',
	3000: 'The given object ID "{0}" in the field "{1}" is invalid.',
	3010: 'There was an error when converting the boolean value "{0}" in the field "{1}".',
	3020: 'There was an error when converting the date value "{0}" in the field "{1}".',
	3030: 'Invalid date range: From date is greater than To date.',
	3035: 'There was an error when converting the time interval "{0}" in the field "{1}".',
	3040: 'There was an error when converting the amount "{0}" in the field "{1}".',
	3045: 'There was an error when converting the price "{0}" in the field "{1}".',
	3050: 'There was an error when converting the percent "{0}" in the field "{1}".',
	3060: 'There was an error when converting the quantity "{0}" in the field "{1}".',
	3065: 'There was an error when converting the GUID value "{0}" in the field "{1}".',
	3070: 'The string "{0}" in the field "{1}" is too long.',
	3110: 'The enumerated value "{0}" in the field "{1}" is unknown or invalid for the qbXML version in use.',
	3120: 'Object "{0}" specified in the request cannot be found.  QuickBooks error message: Invalid argument.  The specified record does not exist in the list.',
	3140: 'There is an invalid reference to QuickBooks {0} "{1}" in the {2}.  QuickBooks error message: Invalid argument.  The specified record does not exist in the list.',
	3150: 'There is a missing element: "{0}".',
	3180: 'There was an error when saving a {0}.  QuickBooks error message: {1}',
	3231: 'The request has not been processed.',
	3250: 'This feature is not enabled or not available in this version of QuickBooks.  QuickBooks error message: The element "{0}" is not supported by this company file.',
} as const;

export type StatusCode = keyof typeof statuses;
