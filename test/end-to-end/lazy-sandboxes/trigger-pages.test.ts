import '../support/lazy-sandboxes';
import '../trigger-pages.test';
