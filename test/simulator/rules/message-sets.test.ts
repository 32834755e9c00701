import { createCompany } from '../../../simulator/company/seed/create-company';
import type { Desk } from '../support/ask';
import { sendSet } from '../support/message-set';
import { rule } from '../support/rules';

const classAdd = (name: string): string =>
	`<ClassAddRq requestID="1"><ClassAdd><Name>${name}</Name></ClassAdd></ClassAddRq>`;

const named = ({ company }: Desk, name: string): number =>
	company.classes.filter(({ Name }) => Name === name).length;

const done = { messageSetStatusCode: '0', answers: [{ name: 'ClassAddRs', statusCode: '0' }] };

rule('repeated-message-set', (desk) => {
	const first = sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	expect(first).toMatchObject({ newMessageSetID: 'A1', ...done });
	expect(sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'))).toEqual(first);
	expect(named(desk, 'Harbour')).toBe(1);
	const refused = sendSet(desk, 'newMessageSetID="A2"', classAdd('Harbour'));
	expect(refused.answers).toMatchObject([{ statusCode: '3100' }]);
	desk.company.classes.length = 0;
	expect(sendSet(desk, 'newMessageSetID="A2"', classAdd('Harbour'))).toEqual(refused);
});

rule('stored-answer-in-full', (desk, isFollowed) => {
	sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	const [again] = sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour')).answers;
	expect(again).toMatchObject({ statusCode: '0', requestID: '1' });
	expect('ClassRet' in again.records).toBe(isFollowed);
});

rule('other-content-under-a-message-set-id', (desk) => {
	sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	expect(sendSet(desk, 'newMessageSetID="A1"', classAdd('Quay'))).toMatchObject({
		messageSetStatusCode: '9001',
		answers: [],
	});
	expect(named(desk, 'Quay')).toBe(0);
});

rule('message-set-without-a-stored-answer', (desk) => {
	sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'), { stores: false });
	expect(sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'))).toMatchObject({
		messageSetStatusCode: '9002',
		answers: [],
	});
	expect(named(desk, 'Harbour')).toBe(1);
});

rule('answer-that-can-not-be-stored', (desk) => {
	const sent = sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'), { stores: false });
	expect(sent).toMatchObject({ ...done, messageSetStatusCode: '9005' });
	expect(named(desk, 'Harbour')).toBe(1);
});

rule('message-set-id-too-long', (desk) => {
	const longest = 'x'.repeat(24);
	const add = classAdd('Harbour');
	for (const attributes of [`newMessageSetID="${longest}x"`, 'newMessageSetID=""']) {
		expect(sendSet(desk, attributes, add)).toMatchObject({
			messageSetStatusCode: '9004',
			answers: [],
		});
	}
	expect(named(desk, 'Harbour')).toBe(0);
	expect(sendSet(desk, `newMessageSetID="${longest}"`, add)).toMatchObject(done);
});

rule('old-message-set-id-alone', (desk, isFollowed) => {
	const { answers } = sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	expect(sendSet(desk, 'oldMessageSetID="A1"', '')).toEqual({
		newMessageSetID: undefined,
		messageSetStatusCode: '0',
		answers: isFollowed ? answers : [],
	});
	expect(sendSet(desk, 'oldMessageSetID="A1"', '').messageSetStatusCode).toBe(
		isFollowed ? '0' : '600',
	);
});

rule('unknown-old-message-set-id', (desk) => {
	expect(sendSet(desk, 'oldMessageSetID="A1"', '')).toMatchObject({
		messageSetStatusCode: '600',
		answers: [],
	});
});

rule('same-message-set-id-twice', (desk) => {
	const both = 'newMessageSetID="A1" oldMessageSetID="A1"';
	expect(sendSet(desk, both, classAdd('Harbour'))).toMatchObject({
		messageSetStatusCode: '9002',
		answers: [],
	});
	expect(named(desk, 'Harbour')).toBe(0);
	const first = sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	expect(sendSet(desk, both, '')).toEqual(first);
});

rule('old-and-new-message-set-id', (desk) => {
	sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	const next = 'newMessageSetID="A2" oldMessageSetID="A1"';
	expect(sendSet(desk, next, classAdd('Quay'))).toMatchObject(done);
	expect(sendSet(desk, 'oldMessageSetID="A1"', '').messageSetStatusCode).toBe('600');
	expect(sendSet(desk, 'newMessageSetID="A2"', classAdd('Quay'))).toMatchObject(done);
	expect(named(desk, 'Quay')).toBe(1);
});

rule('clear-all-message-sets', (desk) => {
	sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	sendSet(desk, 'newMessageSetID="A2"', classAdd('Quay'));
	sendSet(desk, 'newMessageSetID="B1"', classAdd('Pier'), { application: 'Other' });
	expect(sendSet(desk, 'oldMessageSetID="ClearAllMessageSets"', '')).toMatchObject({
		messageSetStatusCode: '0',
		answers: [],
	});
	const left = desk.company.messageSets.map(({ id }) => id);
	expect(left).toEqual(['B1']);
});

rule('message-set-status-code', (desk) => {
	const plain = sendSet(desk, '', '<HostQueryRq/>');
	expect(plain.messageSetStatusCode).toBeUndefined();
	expect(plain.answers).toHaveLength(1);
	expect(sendSet(desk, 'newMessageSetID="A1"', '<HostQueryRq/>').messageSetStatusCode).toBe('0');
});

rule('message-sets-of-an-application', (desk) => {
	sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'));
	const other = sendSet(desk, 'newMessageSetID="A1"', classAdd('Quay'), { application: 'Other' });
	expect(other).toMatchObject(done);
	const backup = { company: createCompany() };
	expect(sendSet(backup, 'oldMessageSetID="A1"', '').messageSetStatusCode).toBe('600');
});

rule('message-set-refused-as-a-whole', (desk) => {
	expect(() => sendSet(desk, 'newMessageSetID="A1"', '<ClassAddRq/>')).toThrow('parsing');
	expect(sendSet(desk, 'newMessageSetID="A1"', classAdd('Harbour'))).toMatchObject(done);
});
