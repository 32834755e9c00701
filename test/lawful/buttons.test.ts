import './support/fast-time';

import { playAll } from './support/play';
import { buttons } from './support/situations';

playAll(buttons);
