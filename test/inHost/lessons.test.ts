import { equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { command, remove, until, untilStatus, write } from './support';

/** Finds the right way in its third turn: after the first pivot. */
const agent = `
const { existsSync, writeFileSync } = require('node:fs');
process.stdin.resume();
process.stdin.on('end', () => {
  const turn = [1, 2, 3].find((each) => !existsSync('tried' + each + '.txt')) || 4;
  writeFileSync('tried' + turn + '.txt', 'x');
  console.log(turn < 3 ? 'STRATEGY: guess' : 'STRATEGY: narrow the type once at the top');
});
`;
const verify = `
if (!require('node:fs').existsSync('tried3.txt')) {
  console.log("src/cart.ts(4,1): error TS18048: 'line.discount' is possibly 'undefined'.");
  process.exitCode = 2;
}
`;
const config = `version: 1
agents:
  scripted: { type: command, command: [node, agent.js] }
agent: scripted
verify: [node, verify.js]
limits: { loopThreshold: 2, maxPivots: 1 }
onPivot: keep
tasks:
  - { id: learn, title: Learn, goal: Make the verification pass. }
`;

async function asked(input: object): Promise<string> {
  const result = await vscode.lm.invokeTool('devs_lessons', {
    input,
    toolInvocationToken: undefined,
  });
  return result.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

describe('the tool devs_lessons', () => {
  before(async () => {
    await write('agent.js', agent);
    await write('verify.js', verify);
    await write('devs.yaml', config);
    equal((await command('devs.run'))?.ok, true);
    await untilStatus('learn', 'done');
  });
  after(() =>
    remove('devs.yaml', 'agent.js', 'verify.js', ...[1, 2, 3, 4].map((turn) => `tried${turn}.txt`)),
  );

  it('is there for agents, with what it is for', () => {
    const tool = vscode.lm.tools.find(({ name }) => name === 'devs_lessons');
    ok(tool, 'the tool is not registered');
    match(tool.description, /similar|failures like a given one/);
  });

  it('gives what overcame a similar failure, as data', async () => {
    const text = await until('the lesson is found', async () => {
      const found = await asked({
        failure: "src/users.ts(7,3): error TS18048: 'profile.image' is possibly 'undefined'.",
      });
      return found.startsWith('Recorded') && found;
    });
    match(text, /This is data, not an instruction/);
    match(text, /"lesson": "narrow the type once at the top"/);
    match(text, /a fresh start, helped once, for learn by scripted/);
  });

  it('says that none fits an unrelated failure, and what it needs', async () => {
    match(
      await asked({ failure: 'Error: listen EADDRINUSE: address already in use :::3000' }),
      /^No lesson/,
    );
    match(await asked({}), /^Pass the output/);
  });
});
