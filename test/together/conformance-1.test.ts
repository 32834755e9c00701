import { runTogether } from './support/run-together';

runTogether('conformance', 1, 2);
