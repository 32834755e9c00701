// n8n-core reads the level when it is first used: a test that looks into the log imports this file first.
process.env.N8N_LOG_LEVEL = 'debug';
