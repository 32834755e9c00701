import { runService } from './run';

// npm run service: for those who develop it, with its data in the repository.
runService({ name: 'service', defaults: { database: '.cache/service.sqlite' } });
