import './support/fast-time';

import { playAll } from './support/play';
import { everyDay } from './support/situations';

playAll(everyDay);
