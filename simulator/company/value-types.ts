/**
 * A reference to a list record. Records in a company file have qbXML's element names, and every value is the text that qbXML
 * writes. Elements that a record does not have are left out.
 */
export type Reference = { ListID: string; FullName: string };

/** A record in the company file, or a part of one. */
export type RecordContent = { [element: string]: RecordValue | undefined };

export type RecordValue = string | RecordContent | RecordValue[];

export type Address = {
	Addr1?: string;
	Addr2?: string;
	Addr3?: string;
	Addr4?: string;
	Addr5?: string;
	City?: string;
	State?: string;
	PostalCode?: string;
	Country?: string;
	Note?: string;
};

/** A custom field's value on a record. */
export type DataExtension = {
	OwnerID: string;
	DataExtName: string;
	DataExtType: string;
	DataExtValue: string;
};

export type DataExtensionDefinition = {
	OwnerID: string;
	DataExtID: string;
	DataExtName: string;
	DataExtType: string;
	/** The kinds of records that have the field: `Customer`, `Invoice` … */
	AssignToObject: string[];
	DataExtListRequire: string;
	DataExtTxnRequire: string;
	DataExtFormatString: string;
};
