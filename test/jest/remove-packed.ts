export { removePacked as default } from './pack';
