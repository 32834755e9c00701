import { closedObject, type Schema, schema } from '../schema/json-schema';

const optionalText = { type: ['string', 'null'] };

/** What a connection's row has under the same names (interface, section 2.1). */
export const connectionFields = {
	id: schema('Identifier'),
	app_id: schema('Identifier'),
	username: schema('Identifier'),
	name: {
		type: 'string',
		description: 'Empty until a name was given or the first request has been processed.',
	},
	last_connected_at: { type: ['string', 'null'], format: 'date-time' },
	company_file: optionalText,
	type: { type: 'string', enum: ['standard', 'simulated'] },
	xml_version: optionalText,
	accounting_product_name: optionalText,
};

const connectionLinks = {
	redirect_url: optionalText,
	links: closedObject(
		{
			self: { type: 'string' },
			ui: { type: 'string' },
			onboarding: { type: 'string', format: 'uri' },
		},
		{ required: ['self', 'ui', 'onboarding'] },
	),
};

/** What every row has under the same names. */
export const times = { inserted_at: schema('Timestamp'), updated_at: schema('Timestamp') };

const complete = (properties: Schema): Schema =>
	closedObject(properties, { required: Object.keys(properties) });

/** What a record's row has under the same names (interface, section 2.2). */
export const requestFields = {
	id: schema('Identifier'),
	state: schema('RequestState'),
	webhook_state: schema('WebhookState'),
	request_xml: { type: 'string' },
};

/** What a record shows only if its row has it. */
export const requestFieldsIfFilled = {
	webhook_url: schema('WebAddress'),
	webhook_error: { type: 'string', description: 'Present when the delivery failed.' },
};

const requestOwn = {
	...requestFields,
	request_json: schema('RequestJson'),
	webhook_attempts: {
		type: 'array',
		items: complete({ attempted_at: schema('Timestamp'), response: { type: 'string' } }),
	},
	links: complete({
		self: { type: 'string' },
		ui: { type: 'string' },
		connection_ui: { type: 'string' },
	}),
	...times,
};

const requestSometimes = {
	...requestFieldsIfFilled,
	response_xml: { type: 'string', description: 'Present once an answer exists.' },
	response_json: {
		type: 'array',
		items: { type: 'object' },
		description: 'Present once an answer exists.',
	},
	error: schema('RequestError'),
	page_request_id: schema('Identifier'),
	page: { type: 'integer', minimum: 1 },
};

/** The schemas of responses: which fields each view of a resource has. */
export const resourceSchemas: Schema = {
	Connection: complete(connectionFields),
	ListedConnection: complete({ ...connectionFields, ...connectionLinks }),
	CreatedConnection: complete({ ...connectionFields, ...connectionLinks, ...times }),
	ConnectionPassword: complete({ id: schema('Identifier'), password: { type: 'string' } }),
	QueuedRequest: closedObject(
		{ ...requestOwn, ...requestSometimes },
		{ required: Object.keys(requestOwn) },
	),
	CreatedRequest: closedObject(
		{ ...requestOwn, ...requestSometimes, connection_id: schema('Identifier') },
		{ required: [...Object.keys(requestOwn), 'connection_id'] },
	),
	RequestError: closedObject(
		{ code: { type: 'string' }, message: { type: 'string' }, details: { type: 'object' } },
		{ required: ['code', 'message'] },
	),
	RequestJson: closedObject(
		{
			version: {
				type: 'string',
				pattern: '^[0-9]+\\.[0-9]+$',
				description: 'a qbXML version, such as "16.0"',
			},
			request: closedObject(
				{
					name: {
						type: 'string',
						pattern: '^[A-Za-z][A-Za-z0-9]*Rq$',
						description: 'the name of a qbXML request, which ends in Rq, such as CustomerQueryRq',
					},
					attributes: schema('ElementAttributes'),
					children: { type: 'array', items: schema('RequestElement') },
				},
				{ required: ['name'] },
			),
		},
		{ required: ['version', 'request'] },
	),
	RequestElement: closedObject(
		{
			name: schema('ElementName'),
			attributes: schema('ElementAttributes'),
			text: { type: 'string' },
			children: { type: 'array', items: schema('RequestElement') },
		},
		{
			required: ['name'],
			allOf: [
				{
					description: 'an element with text or children, not both',
					not: { required: ['text', 'children'] },
				},
			],
		},
	),
	ElementName: {
		description: 'the name of an XML element',
		type: 'string',
		pattern: '^[A-Za-z_][A-Za-z0-9_.-]*$',
	},
	ElementAttributes: {
		type: 'object',
		propertyNames: schema('ElementName'),
		additionalProperties: { type: 'string' },
	},
	Error: complete({
		error: complete({ code: { type: 'string' }, message: { type: 'string' } }),
	}),
};
