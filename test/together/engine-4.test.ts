import { runTogether } from './support/run-together';

runTogether('engine', 4, 8);
