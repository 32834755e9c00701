import { anyServicePage } from './any-service-page';
import { checkedRequestsPage } from './checked-requests-page';
import { withCommands } from './commands-table';
import { errorsPage } from './errors-page';
import { withSettings } from './settings-table';

/** The pages that follow from the sources, as a whole or with a table, by their paths: each from what is there. */
export const generatedPages: Readonly<Record<string, (page: string) => string>> = {
	'docs/errors.md': errorsPage,
	'docs/any-service.md': anyServicePage,
	'docs/checked-requests.md': checkedRequestsPage,
	'docs/settings.md': withSettings,
	'CONTRIBUTING.md': withCommands,
};
