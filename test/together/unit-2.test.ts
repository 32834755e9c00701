import { runTogether } from './support/run-together';

runTogether('unit', 2, 2);
