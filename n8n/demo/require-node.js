const { requireNode } = require('../../build/require-node');
const { engines } = require('../../package.json');

requireNode(engines.node);
