import '../support/lazy-sandboxes';
import '../waiting.test';
