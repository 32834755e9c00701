import { runLonger } from '../together/support/run-together';

runLonger('engine', 4, 4);
