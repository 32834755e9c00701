import './support/fastTime';

import { playAll } from './support/play';
import { buttons } from './support/situations';

playAll(buttons);
