import { commonMethods } from '../shared/methods/commonMethods';
import { withShownErrors } from '../shared/methods/withShownErrors';
import { properties } from './form.prebuilt';

/** The methods that n8n calls for the editor: to test the credential, and to fill the form with lists and fields. */
export const methods = withShownErrors(commonMethods(properties));
