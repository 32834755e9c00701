import '../support/lazy-sandboxes';
import '../trigger-restarts.test';
