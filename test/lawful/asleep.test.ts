import './support/fast-time';

import { playAll } from './support/play';
import { asleep } from './support/situations';

playAll(asleep);
