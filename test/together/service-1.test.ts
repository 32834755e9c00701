import { runTogether } from './support/run-together';

runTogether('service', 1, 5);
