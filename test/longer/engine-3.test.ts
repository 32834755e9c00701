import { runLonger } from '../together/support/run-together';

runLonger('engine', 3, 4);
