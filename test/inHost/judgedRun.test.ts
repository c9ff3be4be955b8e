import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { LanguageModelError } from 'vscode';
import { MODEL_VENDOR } from '../realVscode/inHost/modelVendor';
import { honestAnswer } from '../support/honestModel';
import { describeAtFullScale } from '../support/scale';
import { ScriptedProvider, says } from './modelProvider';
import { command, remove, terminal, until, untilStatus, write } from './support';

/** Writes another page each time, and each time something else is missing. */
const agent = `
const { appendFileSync, readFileSync } = require('node:fs');
process.stdin.resume();
process.stdin.on('end', () => {
  appendFileSync('pages.txt', 'page\\n');
  console.log('STRATEGY: write page ' + readFileSync('pages.txt', 'utf8').split('\\n').length);
});
`;
const verify = `
const missing = ['index', 'links', 'names', 'pictures', 'sources', 'colours', 'margins', 'chapters', 'cover', 'dates'];
const pages = require('node:fs').readFileSync('pages.txt', 'utf8').split('\\n').length - 1;
console.log('Error: the manual has no ' + missing[pages - 1]);
process.exitCode = 1;
`;
const config = `version: 1
agents:
  scripted: { type: command, command: [node, agent.js] }
agent: scripted
verify: [node, verify.js]
limits: { loopThreshold: 2, maxPivots: 0, maxTurns: 4 }
judge: { type: vscode, vendor: ${MODEL_VENDOR}, model: scripted-large }
tasks:
  - { id: pages, title: Pages, goal: Write the manual. }
`;
const ENDPOINT = config.replace(
  /^judge: .*$/m,
  'judge: { type: endpoint, url: "http://localhost:11434/v1", model: qwen3:8b }',
);

/** Waits until the run is over, and says how many turns it had. */
async function turnsAtPause(): Promise<number> {
  await untilStatus('pages', 'PAUSED_FOR_INTERVENTION');
  await until('the run has ended', async () => (await command('devs.pause'))?.ok === false);
  const { tasks } = JSON.parse(await terminal('status', '--json')) as {
    tasks: { turns: number }[];
  };
  return tasks[0]?.turns ?? 0;
}

describeAtFullScale('a run whose judge is a language model of VS Code', () => {
  let provider: ScriptedProvider;

  before(async () => {
    provider = new ScriptedProvider();
    await write('pages.txt', '');
    await write('agent.js', agent);
    await write('verify.js', verify);
    await write('devs.yaml', config);
  });
  after(async () => {
    provider.dispose();
    await remove('devs.yaml', 'agent.js', 'verify.js', 'pages.txt');
  });

  it('does not ask it before it was allowed, says so, and goes by the rules', async () => {
    equal((await command('devs.run'))?.ok, true);
    equal(await turnsAtPause(), 2);
    deepEqual(provider.requests, []);
    match(await terminal('report', 'pages'), /Devs: Allow Judge Model…/);
  });

  it('is allowed to by a command, which asks it something small', async () => {
    const answer = await command('devs.allowJudge');
    deepEqual(answer, {
      ok: true,
      message: 'scripted-large of devs-tests answered: runs may ask it from now on.',
    });
    deepEqual(
      provider.requests.map(({ model, messages }) => [model, messages.length]),
      [['scripted-large', 1]],
    );
  });

  it('asks it then, and what it calls progress is some', async () => {
    provider.requests.splice(0);
    provider.answer = (request) =>
      says(honestAnswer({ user: request.messages.at(-1)?.[1] ?? '' }))(request);
    equal((await command('devs.resumeTask', { taskId: 'pages', hint: 'Go on.' }))?.ok, true);
    // Without the judge it would have been paused after two more.
    equal(await turnsAtPause(), 6);
    ok(provider.requests.length > 0);
    const report = await terminal('report', 'pages');
    match(report, /the judge \(scripted-large of devs-tests\): progress/);
    match(report, /something new was tried/);
  });

  it('leaves it alone once consent was taken back, says so once, and wants it anew', async () => {
    provider.requests.splice(0);
    provider.answer = () => Promise.reject(LanguageModelError.NoPermissions('taken back'));
    equal((await command('devs.resumeTask', { taskId: 'pages', hint: 'Go on.' }))?.ok, true);
    equal(await turnsAtPause(), 8);
    equal(provider.requests.length, 1);
    const report = await terminal('report', 'pages');
    const told =
      'Devs may no longer ask scripted-large of devs-tests: run "Devs: Allow Judge Model…"';
    equal(report.replace(/\s+/g, ' ').split(told).length, 2, report);

    provider.answer = says('yes');
    equal((await command('devs.resumeTask', { taskId: 'pages', hint: 'Again.' }))?.ok, true);
    equal(await turnsAtPause(), 10);
    equal(provider.requests.length, 1);
    equal((await command('devs.allowJudge'))?.ok, true);
    equal(provider.requests.length, 2);
  });

  it('needs no consent where the judge is an endpoint', async () => {
    await write('devs.yaml', ENDPOINT);
    const answer = await command('devs.allowJudge');
    match(
      answer?.message ?? '',
      /^Devs calls the judge model qwen3:8b directly at localhost:11434,/,
    );
  });
});
