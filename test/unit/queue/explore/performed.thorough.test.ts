import { sceneNames, tellScene } from './scenes';

test.each(sceneNames)(
	'%s: the real calls write nothing twice, and lose nothing in silence, whatever else happens',
	async (name) => {
		expect(await tellScene(name, true)).toBeGreaterThan(100);
	},
	900_000,
);
