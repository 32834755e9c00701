// Threads start with JavaScript. The packaged service has the bundle of what this loads in its place.
require('tsx/cjs');
require('./answer-work.ts');
