import { equal, match } from 'node:assert/strict';
import { command, remove, until, untilStatus, write } from './support';

/** Meets the limit of its plan in its first call, and does its work in the next. */
const agent = `
const { existsSync, writeFileSync } = require('node:fs');
if (existsSync('met.txt')) {
  writeFileSync('fixed.txt', 'fixed');
  console.log('DONE: fixed');
} else {
  writeFileSync('met.txt', '');
  console.error("You've hit your usage limit. Try again in 3 days 4 hours.");
  process.exitCode = 1;
}
`;
const config = `version: 1
agents:
  scripted:
    type: command
    command: [node, agent.js]
agent: scripted
verify: [node, verify.js]
tasks:
  - id: limited
    goal: Make the verification pass.
`;

describe('a limit that is reset in days', () => {
  before(async () => {
    await write('agent.js', agent);
    await write('verify.js', `process.exit(require('node:fs').existsSync('fixed.txt') ? 0 : 1)`);
    await write('devs.yaml', config);
  });

  after(() => remove('devs.yaml', 'agent.js', 'verify.js', 'met.txt', 'fixed.txt'));

  it('is waited for until the user ends the wait; then the run goes on', async () => {
    const started = await command('devs.run');
    equal(started?.ok, true, started?.message);
    const ended = await until('the task waits', async () => {
      const answer = await command('devs.stopWaiting', { taskId: 'limited' });
      return answer?.ok === true ? answer : undefined;
    });
    match(ended.message, /^limited no longer waits\./);
    await untilStatus('limited', 'done');
    const again = await command('devs.stopWaiting', { taskId: 'limited' });
    equal(again?.ok, false);
    match(again.message, /only a task that waits for a time can stop waiting/);
  });
});
