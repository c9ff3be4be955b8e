// mocha's options for `npm run test:unit`: a process for each processor.
const { availableParallelism } = require('node:os');

module.exports = {
  ...require('../../.mocharc.json'),
  parallel: true,
  jobs: Math.max(2, availableParallelism()),
  reporter: 'test/support/countingReporter.js',
  spec: ['test/unit/**/*.test.ts'],
};
