import { runTogether } from './support/run-together';

runTogether('simulator', 1, 2);
