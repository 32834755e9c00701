import { nearestOf } from '../../../../quickbooks/qbxml/nearest';

test('the nearest names come first, and none that has nothing to do with the name', () => {
	const known = ['Cook, Brian', 'Cook, Brian:Kitchen', 'Crook, Brian', 'Abercrombie, Kristy', 'Co'];
	expect(nearestOf('cook, brain', known, 3)).toEqual(['Co', 'Cook, Brian', 'Crook, Brian']);
	expect(nearestOf('Cook, Brian:K', known, 2)).toEqual(['Cook, Brian', 'Cook, Brian:Kitchen']);
	expect(nearestOf('Zzyzx Road Ltd.', known, 3)).toEqual([]);
});
