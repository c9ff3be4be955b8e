import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Step, StepEvent } from '../../src/model/steps/step';
import type { AgentResult } from '../../src/ports/agent';
import type { AgentHome } from './agentHome';
import { createAgentHome, forgetKeys } from './agentHome';
import { agentLogins } from './agentLogins';
import { documentedAgent } from './documentedAgents';
import type { RealAgent } from './installedAgents';
import { installAgents, PLAYED_AGENTS } from './installedAgents';
import { startScriptedModel } from './scriptedModel';
import { startAgent } from './startAgent';
import { describeAtFullScale } from '../support/scale';

const edit = { path: 'greeting.txt', content: 'hello\n' };
const finalText = 'STRATEGY: write the greeting straight into its file\nDone.';
const looks = [
  { says: 'I look.', reads: 'README.md' },
  { says: 'I look again.', reads: 'README.md' },
  { says: 'I look again.', reads: 'README.md' },
  { says: 'And there.', reads: 'missing.txt' },
  { says: 'Two at once.', reads: 'no-such.txt', andAtOnce: ['nor-such.txt'] },
];
/** Of the steps that are taken one after the other, and of those at once. */
const ALONE = [1, 2, 3, 4, 7];
const AT_ONCE = [5, 6];

/** How an agent tells that it looked at a file, and edited one. */
interface Telling {
  readonly look: string;
  readonly lookArgs: (path: string) => string;
  /** What it tells of README.md, the first time and when it looks again. */
  readonly found: readonly [RegExp, RegExp];
  readonly notFound: RegExp;
  /** What a tool says that did not fail. */
  readonly well: false | undefined;
  readonly edit: string;
  /**
   * Whether it always tells which calls stood in one message. Codex names no message: that shows only where the
   * second call begins before the first has ended, which neither of them waits for.
   */
  readonly tellsAtOnce: boolean;
  /** Set where a call is told only when it has ended. */
  readonly tellsEndsOnly?: true;
}

const tellings: Readonly<Record<RealAgent, Telling>> = {
  claude: {
    look: 'Read',
    lookArgs: (path) => JSON.stringify({ file_path: path }),
    found: [/# A project/, /unchanged/],
    notFound: /does not exist/,
    well: undefined,
    edit: 'Write',
    tellsAtOnce: true,
  },
  codex: {
    look: 'command_execution',
    lookArgs: (path) => `cat ${path.split('/').at(-1) ?? ''}`,
    found: [/^# A project\n$/, /^# A project\n$/],
    notFound: /No such file/,
    well: false,
    edit: 'file_change',
    tellsAtOnce: false,
  },
  gemini: {
    look: 'read_file',
    lookArgs: (path) => JSON.stringify({ file_path: path }),
    found: [/^$/, /^$/],
    notFound: /not found/i,
    well: false,
    edit: 'write_file',
    tellsAtOnce: true,
  },
  opencode: {
    look: 'read',
    lookArgs: (path) => JSON.stringify({ filePath: path }),
    found: [/# A project/, /# A project/],
    notFound: /File not found/,
    well: false,
    edit: 'write',
    tellsAtOnce: true,
    tellsEndsOnly: true,
  },
  qwen: {
    look: 'read_file',
    lookArgs: (path) => JSON.stringify({ file_path: path }),
    found: [/^# A project\n$/, /^Unchanged: README.md$/],
    notFound: /File not found/,
    well: false,
    edit: 'write_file',
    tellsAtOnce: true,
  },
};

describeAtFullScale('the steps of an agent as docs/agents.md defines it', function () {
  this.timeout(120_000);
  let remember: () => void = () => undefined;

  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAgents());
  });
  after(() => remember());

  for (const name of PLAYED_AGENTS) {
    describe(name, () => {
      const telling = tellings[name];
      const events: StepEvent[] = [];
      let home: AgentHome;
      let outcome: AgentResult;
      let steps: readonly Step[];
      const stepOf = (number: number): Step => {
        const step = steps.find((each) => each.number === number);
        ok(step, `no step ${number}`);
        return step;
      };
      /** What it is called with to look at this file. */
      const inHome = (path: string): string => telling.lookArgs(join(home.workspace, path));
      /** Whether the file was there when the first step had ended. */
      let editedAtFirst: boolean | undefined;

      before('run it', async () => {
        home = createAgentHome();
        const { workspace, stateDir } = home;
        const model = await startScriptedModel({ workspace, looks, edit, finalText });
        const definition = documentedAgent(name);
        const login = agentLogins[name].prepare(home, model.url, 'with key');
        outcome = await startAgent({
          ...{ workspace, stateDir, systemPrompt: '', prompt: 'Write a greeting.' },
          definition: { ...definition, env: { ...home.env(model.url), ...login } },
          onStep(event) {
            events.push(event);
            if (event.kind === 'ended') editedAtFirst ??= existsSync(join(workspace, edit.path));
          },
        });
        await model.close();
        steps = events.flatMap((event) => (event.kind === 'ended' ? [event.step] : []));
        deepEqual(model.refused, [], 'the agent tried to reach another machine');
      });
      after(() => home.dispose());

      it('are told while it works', () => {
        deepEqual(outcome.end, { kind: 'exit', code: 0 }, outcome.errorTail);
        equal(editedAtFirst, false);
        equal(existsSync(join(home.workspace, edit.path)), true);
      });

      it('each begin and then end, in their order', () => {
        const told = events.flatMap((event) =>
          'step' in event ? [{ kind: event.kind, number: event.step.number }] : [],
        );
        deepEqual(
          told.filter(({ number }) => ALONE.includes(number)),
          ALONE.flatMap((number) => [
            ...(telling.tellsEndsOnly ? [] : [{ kind: 'begun', number }]),
            { kind: 'ended', number },
          ]),
        );
      });

      it('tell which calls were made at once', () => {
        const madeWith = (number: number): number | undefined => stepOf(number).madeWith;
        deepEqual(
          [...ALONE, 5].map(madeWith),
          [...ALONE, 5].map(() => undefined),
        );
        const told = telling.tellsAtOnce ? [5] : [5, undefined];
        ok(told.includes(madeWith(6)), `made with ${madeWith(6)}`);
        deepEqual(
          new Set(AT_ONCE.map((number) => stepOf(number).args)),
          new Set(['no-such.txt', 'nor-such.txt'].map(inHome)),
        );
      });

      it('name the tool, what it was called with, and what was said before', () => {
        deepEqual(
          steps.slice(0, 4).map(({ tool, args, thought }) => [tool, args, thought]),
          looks.slice(0, 4).map(({ says, reads }) => [telling.look, inHome(reads), says]),
        );
        equal(stepOf(7).tool, telling.edit);
        ok(stepOf(7).args.includes(join(home.workspace, edit.path)), stepOf(7).args);
      });

      it('tell what the tool gave, the same for the same call', () => {
        const [first, again, once, missing] = steps;
        match(first?.result ?? '-', telling.found[0]);
        match(again?.result ?? '-', telling.found[1]);
        equal(once?.result, again?.result);
        match(missing?.result ?? '-', telling.notFound);
      });

      it('tell whether the tool failed', () => {
        deepEqual(
          [1, 2, 3, 4, 5, 6, 7].map((number) => stepOf(number).error),
          [telling.well, telling.well, telling.well, true, true, true, telling.well],
        );
      });

      it('are not in the reply, which is the answer alone', () => {
        equal(outcome.reply.trim(), finalText);
      });
    });
  }
});
