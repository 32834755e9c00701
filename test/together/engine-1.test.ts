import { runTogether } from './support/run-together';

runTogether('engine', 1, 8);
