import { runTogether } from './support/run-together';

runTogether('service', 4, 5);
