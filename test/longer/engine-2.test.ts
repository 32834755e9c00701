import { runLonger } from '../together/support/run-together';

runLonger('engine', 2, 4);
