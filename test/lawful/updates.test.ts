import './support/fast-time';

import { playAll } from './support/play';
import { updates } from './support/updates';

playAll(updates);
