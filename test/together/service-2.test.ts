import { runTogether } from './support/run-together';

runTogether('service', 2, 5);
