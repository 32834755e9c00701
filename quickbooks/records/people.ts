import type { RecordField } from './record';

/** What records of people and companies have in common. */
export const person = {
	altContact: {
		path: 'AltContact',
		label: 'Alternative Contact',
		help: 'Who to contact if the main contact is away',
		placeholder: 'Sam Reyes',
	},
	altPhone: {
		path: 'AltPhone',
		label: 'Alternative Phone',
		help: 'A second phone number',
		placeholder: '415-555-6580',
	},
	contact: {
		path: 'Contact',
		label: 'Contact',
		help: 'The person to contact',
		placeholder: 'Kristy Abercrombie',
	},
	fax: { path: 'Fax', label: 'Fax', help: 'The fax number', placeholder: '415-555-6581' },
	firstName: {
		path: 'FirstName',
		label: 'First Name',
		help: 'The first name of the contact',
		placeholder: 'Kristy',
	},
	lastName: {
		path: 'LastName',
		label: 'Last Name',
		help: 'The last name of the contact',
		placeholder: 'Abercrombie',
	},
	middleName: {
		path: 'MiddleName',
		label: 'Middle Name',
		help: 'The middle name of the contact',
		placeholder: 'J.',
	},
	notes: {
		path: 'Notes',
		label: 'Notes',
		help: 'Internal notes',
		placeholder: 'Delivers on Tuesdays',
	},
	phone: { path: 'Phone', label: 'Phone', help: 'The phone number', placeholder: '415-555-6579' },
	salutation: {
		path: 'Salutation',
		label: 'Salutation',
		help: 'How the contact is addressed',
		placeholder: 'Ms.',
	},
} satisfies Record<string, RecordField>;
