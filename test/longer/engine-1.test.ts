import { runLonger } from '../together/support/run-together';

runLonger('engine', 1, 4);
