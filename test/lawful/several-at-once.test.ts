import './support/fast-time';

import { playAll } from './support/play';
import { severalAtOnce } from './support/situations';

playAll(severalAtOnce);
