import './support/fast-time';

import { playAll } from './support/play';
import { lostAnswers } from './support/situations';

playAll(lostAnswers);
