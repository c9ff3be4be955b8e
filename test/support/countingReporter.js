'use strict';

// mocha's own "spec" output, and one JSON line of counts for whoever adds suites up
// (test/run.ts names the file in DEVS_TEST_COUNTS).
const { appendFileSync } = require('node:fs');
const Mocha = require('mocha');

class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.DEVS_TEST_COUNTS;
    if (file === undefined) return;
    runner.once('end', () => {
      const { passes, failures } = this.stats;
      appendFileSync(file, `${JSON.stringify({ passed: passes, failed: failures })}\n`);
    });
  }
}

module.exports = CountingReporter;
