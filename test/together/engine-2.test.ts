import { runTogether } from './support/run-together';

runTogether('engine', 2, 8);
