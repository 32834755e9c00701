import { runTogether } from './support/run-together';

runTogether('engine', 7, 8);
