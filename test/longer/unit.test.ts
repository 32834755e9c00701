import { runLonger } from '../together/support/run-together';

runLonger('unit');
