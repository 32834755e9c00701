import { sceneNames, tellScene } from './scenes';

test.each(sceneNames)(
	'%s: the real calls write nothing twice, and lose nothing in silence',
	async (name) => {
		expect(await tellScene(name)).toBeGreaterThan(1);
	},
);
