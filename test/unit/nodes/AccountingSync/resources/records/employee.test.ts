import { byName, written } from '../../../../support/written';

test('an employee is written by the parts of the name', () => {
	const form = {
		firstName: 'Sam',
		additionalFields: { jobTitle: 'Carpenter', supervisorListId: byName('Dan Miller') },
	};
	expect(written('employee', 'create', form)).toBe(
		'<EmployeeAddRq><EmployeeAdd><FirstName>Sam</FirstName><JobTitle>Carpenter</JobTitle>' +
			'<SupervisorRef><FullName>Dan Miller</FullName></SupervisorRef></EmployeeAdd></EmployeeAddRq>',
	);
});

test('an employee without a name is refused', () => {
	const form = { additionalFields: { jobTitle: 'Carpenter' } };
	expect(() => written('employee', 'create', form)).toThrow('The name of the employee is missing.');
});
