import { runTogether } from './support/run-together';

runTogether('engine', 5, 8);
