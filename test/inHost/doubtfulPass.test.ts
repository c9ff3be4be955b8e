import { equal, match } from 'node:assert/strict';
import { command, remove, taskStatus, until, untilStatus, write } from './support';

/** Makes the verification pass without the work. */
const agent = `
require('node:fs').writeFileSync('verify.js', '');
console.log('STRATEGY: tidy up');
`;
const config = `version: 1
agents:
  scripted:
    type: command
    command: [node, agent.js]
agent: scripted
verify: [node, verify.js]
onDoubt: ask
tasks:
  - id: doubtful
    goal: Make the verification pass.
`;

describe('a doubtful pass', () => {
  before(async () => {
    await write('agent.js', agent);
    await write('verify.js', 'process.exit(1)');
    await write('devs.yaml', config);
  });

  after(() => remove('devs.yaml', 'agent.js', 'verify.js'));

  it('pauses the task, whose report can be shown', async () => {
    const started = await command('devs.run');
    equal(started?.ok, true, started?.message);
    await untilStatus('doubtful', 'PAUSED_FOR_INTERVENTION');
    const shown = await command('devs.showReport', { taskId: 'doubtful' });
    equal(shown?.ok, true, shown?.message);
  });

  it('is accepted from the palette, once', async () => {
    const accepted = await until('the run has ended', async () => {
      const answer = await command('devs.accept', { taskId: 'doubtful' });
      return answer?.ok === true ? answer : undefined;
    });
    equal(accepted.message, 'Accepted doubtful: the task is done.');
    equal(await taskStatus('doubtful'), 'done');
    const again = await command('devs.accept', { taskId: 'doubtful' });
    equal(again?.ok, false);
    match(again.message, /it is done/);
  });
});
