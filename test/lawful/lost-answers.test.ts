import './support/fastTime';

import { playAll } from './support/play';
import { lostAnswers } from './support/situations';

playAll(lostAnswers);
