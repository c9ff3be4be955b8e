// mocha's options for `npm run test:unit`: a process for each processor, and a limit for each file.
const { availableParallelism } = require('node:os');

module.exports = {
  ...require('../../.mocharc.json'),
  parallel: true,
  jobs: Math.max(2, availableParallelism()),
  require: ['test/support/fileTime.ts'],
  reporter: 'test/support/countingReporter.js',
  spec: ['test/unit/**/*.test.ts'],
};
