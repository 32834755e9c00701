import { configureGlobal } from 'fast-check';

import { seed } from '../support/seed';

configureGlobal({ seed });
