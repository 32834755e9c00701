import { runTogether } from './support/run-together';

runTogether('simulator', 2, 2);
