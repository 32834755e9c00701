import { runTogether } from './support/run-together';

runTogether('service', 5, 5);
