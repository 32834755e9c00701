import { requestFacts } from '../../../simulator/qbxml/schema/facts';
import type { Desk } from '../support/ask';
import { add, modOf } from '../support/purchases';
import { rule } from '../support/rules';

const CUSTOMER = '<CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef>';
const SERVICE = '<ItemServiceRef><FullName>Design</FullName></ItemServiceRef>';
const DURATION = '<Duration>PT1H30M0S</Duration>';
const who = (name = 'Dan Miller') => `<EntityRef><FullName>${name}</FullName></EntityRef>`;

const track = ({ ask }: Desk, content: string) =>
	ask(`<TimeTrackingAddRq><TimeTrackingAdd>${content}</TimeTrackingAdd></TimeTrackingAddRq>`);

rule('billable-time', (desk) => {
	const billable = '<BillableStatus>Billable</BillableStatus>';
	for (const some of [CUSTOMER + DURATION, SERVICE + DURATION, DURATION]) {
		expect(track(desk, who() + some + billable)).toMatchObject({ statusCode: '3180' });
		const { records } = track(desk, who() + some);
		expect(records.TimeTrackingRet[0].BillableStatus).not.toBe('Billable');
	}
	const both = who() + CUSTOMER + SERVICE + DURATION + billable;
	expect(track(desk, both)).toMatchObject({ statusCode: '0' });
});

rule('time-of-a-customer', (desk) => {
	expect(track(desk, who('Abercrombie &amp; Daughters') + DURATION)).toMatchObject({
		statusCode: '3140',
	});
});

rule('change-of-time', (desk) => {
	const time = add(desk, 'TimeTracking', who() + DURATION);
	for (const content of [who(), DURATION, '<Notes>n</Notes>']) {
		expect(() => desk.ask(modOf('TimeTracking', time, content))).toThrow('parsing');
	}
	const all = `${who()}${DURATION}<Notes>n</Notes>`;
	expect(desk.ask(modOf('TimeTracking', time, all))).toMatchObject({ statusCode: '0' });
});

rule('seconds-of-time', (desk) => {
	expect(add(desk, 'TimeTracking', `${who()}<Duration>PT1H30M20S</Duration>`)).toMatchObject({
		Duration: 'PT1H30M0S',
	});
});

rule('mileage', (desk) => {
	const van = '<VehicleRef><FullName>Service Van</FullName></VehicleRef>';
	const readings = '<OdometerStart>100</OdometerStart><OdometerEnd>112.5</OdometerEnd>';
	const miles = '<TotalMiles>9</TotalMiles>';
	const drive = (content: string) => add(desk, 'VehicleMileage', van + content);
	expect([drive(miles), drive(readings)]).toMatchObject([
		{ TotalMiles: '9' },
		{ TotalMiles: '12.5' },
	]);
	for (const content of ['', miles + readings, '<OdometerStart>100</OdometerStart>'])
		expect(() => drive(content)).toThrow('parsing');
	expect(requestFacts.has('VehicleMileageModRq')).toBe(false);
	const [vehicle] = desk.company.vehicles;
	expect(desk.ask(modOf('Vehicle', vehicle, '<Name>Old Van</Name>'))).toMatchObject({
		statusCode: '0',
	});
	const { records } = desk.ask('<VehicleMileageQueryRq/>');
	expect(records.VehicleMileageRet).toMatchObject(
		Array(2).fill({ VehicleRef: { FullName: 'Old Van' } }),
	);
});

rule('non-posting-accounts', (desk) => {
	const account = (type: string) =>
		`<AccountAddRq><AccountAdd><Name>Mine</Name><AccountType>${type}</AccountType></AccountAdd></AccountAddRq>`;
	expect(desk.ask(account('NonPosting'))).toMatchObject({ statusCode: '3210' });
	const [added] = desk.ask(account('Expense')).records.AccountRet;
	expect(desk.ask(modOf('Account', added, '<AccountType>NonPosting</AccountType>'))).toMatchObject({
		statusCode: '3210',
	});
});

rule('balance-with-subaccounts', (desk) => {
	const account = (more: string) => add(desk, 'Account', `${more}<AccountType>Bank</AccountType>`);
	account('<Name>Cash</Name>');
	account('<Name>Till</Name><ParentRef><FullName>Cash</FullName></ParentRef>');
	const line = (side: string, name: string) =>
		`<Journal${side}Line><AccountRef><FullName>${name}</FullName></AccountRef><Amount>7.00</Amount></Journal${side}Line>`;
	add(desk, 'JournalEntry', line('Debit', 'Cash:Till') + line('Credit', 'Checking'));
	const { records } = desk.ask('<AccountQueryRq><FullName>Cash</FullName></AccountQueryRq>');
	expect(records.AccountRet).toMatchObject([{ Balance: '0.00', TotalBalance: '7.00' }]);
});

rule('no-changes', () => {
	for (const name of ['StandardTerms', 'DateDrivenTerms', 'UnitOfMeasureSet', 'PayrollItemWage']) {
		expect([name, requestFacts.has(`${name}ModRq`)]).toEqual([name, false]);
		expect(requestFacts.has(`${name}AddRq`)).toBe(true);
	}
});
