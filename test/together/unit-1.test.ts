import { runTogether } from './support/run-together';

runTogether('unit', 1, 2);
