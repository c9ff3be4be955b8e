'use strict';

// By hand mocha's own "spec" output. For whoever adds suites up (test/run.ts names a file in DEVS_TEST_COUNTS), one JSON
// line of counts there, and of the output the failures alone: thousands of names around them would hide them.
const { appendFileSync } = require('node:fs');
const Mocha = require('mocha');

const file = process.env.DEVS_TEST_COUNTS;

class CountingReporter extends Mocha.reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures } = this.stats;
      appendFileSync(file, `${JSON.stringify({ passed: passes, failed: failures })}\n`);
      this.epilogue();
    });
  }
}

module.exports = file === undefined ? Mocha.reporters.Spec : CountingReporter;
