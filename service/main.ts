import { runService } from './run';

// npm run service: for those who develop it, with its data in the repository and each call in the log.
runService({ name: 'service', database: '.cache/service.sqlite', log: 'info' });
