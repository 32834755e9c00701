import { behindProxy } from './support/behind-proxy';

behindProxy('nginx');
