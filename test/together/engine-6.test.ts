import { runTogether } from './support/run-together';

runTogether('engine', 6, 8);
