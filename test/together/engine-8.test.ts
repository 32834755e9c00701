import { runTogether } from './support/run-together';

runTogether('engine', 8, 8);
