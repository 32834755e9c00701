import { runTogether } from './support/run-together';

runTogether('conformance', 2, 2);
