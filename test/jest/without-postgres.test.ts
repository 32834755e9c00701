it.skip('PostgreSQL is not installed (apt-get install postgresql), so nothing was tried on it', () =>
	undefined);
