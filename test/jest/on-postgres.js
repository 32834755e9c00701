// The test files that this is for work on PostgreSQL, those of other projects in the same process don't.
process.env.TEST_DATABASE = 'postgres';
