import { runTogether } from './support/run-together';

runTogether('documents');
