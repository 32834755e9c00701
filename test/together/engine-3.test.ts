import { runTogether } from './support/run-together';

runTogether('engine', 3, 8);
