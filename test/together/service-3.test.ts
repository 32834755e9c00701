import { runTogether } from './support/run-together';

runTogether('service', 3, 5);
