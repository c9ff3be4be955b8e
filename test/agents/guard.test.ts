import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findInterrupt } from '../../src/platform/guard/findInterrupt';
import { until } from '../e2e/cli/devsProcess';
import { itAtFullScale, scaled } from '../support/scale';
import { forgetKeys } from './agentHome';
import { GUARD_LOOPS, writeLoopProject, type GuardLoop } from './guardLoops';
import { GuardedRun, type GuardedRunOptions } from './guardedRun';
import { HOOKED_AGENTS, type ForeignHook, type HookedAgentName } from './hookedAgents';
import { installAll } from './installedAgents';
import { ORDINARY_SESSIONS } from './ordinarySessions';

/** Messages of a model that loops: many more than the guard takes to end it twice. */
const MESSAGES = 40;
const SUSPICION = 'Devs watches this session for loops';
const REFUSAL = 'did not let this call run';
const FINAL_TEXT = 'All is done.';

/** The agents of this scale. */
const PLAYED: readonly HookedAgentName[] = scaled(['claude'], [...HOOKED_AGENTS]);
const ALL_LOOPS = GUARD_LOOPS.map(({ detector }) => detector);
/** Gemini CLI ends the fifth equal call itself. */
const LED_INTO: Readonly<Partial<Record<HookedAgentName, readonly string[]>>> = {
  claude: ALL_LOOPS,
  codex: ALL_LOOPS,
  gemini: ['call cycle', 'similar calls', 'repeated failure', 'undone edits', 'repeated edit'],
};
const ALL_LED_INTO = ['repeated call', 'call cycle'];

/** A hook that has its agent go on for ever, each time with another number. */
function goalHook(event: string, decision = 'block'): ForeignHook {
  const program = `console.log(JSON.stringify({decision:'${decision}',reason:'Go on: round '+Date.now()}))`;
  return { event, words: [process.execPath, '-e', program] };
}

const GOAL_HOOKS: Readonly<Partial<Record<HookedAgentName, ForeignHook>>> = {
  claude: goalHook('Stop'),
  codex: goalHook('Stop'),
  gemini: goalHook('AfterAgent', 'deny'),
  qwen: goalHook('Stop'),
  copilot: goalHook('agentStop'),
};

describe('agents that nobody started from Devs, with its hooks', function () {
  this.timeout(300_000);
  let remember: () => void = () => undefined;
  let played: GuardedRun | undefined;

  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAll());
  });
  after(() => remember());
  afterEach(async () => {
    // In a terminal they look for updates, whatever the settings say.
    const refused = played?.isInTerminal === true ? [] : (played?.model.refused ?? []);
    await played?.dispose();
    played = undefined;
    deepEqual(refused, [], 'the agent tried to reach another machine');
  });

  async function play(options: GuardedRunOptions): Promise<GuardedRun> {
    played = await GuardedRun.play(options);
    return played;
  }

  function script({ round }: GuardLoop): GuardedRunOptions['script'] {
    const looks = Array.from({ length: MESSAGES }, (_, at) => round(at + 1)).flat();
    return { looks: looks.slice(0, MESSAGES), finalText: FINAL_TEXT };
  }

  for (const agent of PLAYED) {
    for (const loop of GUARD_LOOPS) {
      const { detector, steps } = loop;
      if (!(LED_INTO[agent] ?? ALL_LED_INTO).includes(detector)) continue;
      const define = agent === 'claude' && detector === 'repeated call' ? it : itAtFullScale;
      define(`${agent} is told, refused and ended at the steps of "${detector}"`, async () => {
        const run = await play({ agent, script: script(loop), prepare: writeLoopProject });
        const { loops } = run.state;
        deepEqual(
          loops.map((found) => [found.loop?.detector, found.step, found.answer]),
          [
            [detector, steps[0], 'refusal'],
            [detector, steps[1], 'end'],
          ],
          run.output.slice(-2_000),
        );
        const told = run.requests.findIndex((text) => text.includes(SUSPICION));
        const refused = run.requests.findIndex((text) => text.includes(REFUSAL));
        ok(told > 0 && told < refused, `told in request ${told}, refused in ${refused}`);
        match(run.requests[refused] ?? '', /BEGIN REPEATED STEPS[^]*END REPEATED STEPS/);
        const after = run.kindsAfterLoop(2);
        ok(!after.includes('result'), after.join(' '));
        const calls = after.filter((kind) => kind === 'call').length;
        // The hooks of Codex cannot end a turn, and those of Copilot CLI only at a call.
        if (agent === 'codex') ok(calls > 5 && run.output.includes(FINAL_TEXT));
        else equal(calls, agent === 'copilot' ? 1 : 0);
        // It ended before anybody could know.
        if (agent === 'claude') deepEqual([run.state.wasStopped, run.state.needsYou], [true, true]);
        equal(troublesOf(run), '');
      });
    }
  }

  for (const agent of PLAYED.filter((name) => ['claude', 'codex', 'gemini'].includes(name)))
    for (const [at, { what, prepare, looks, notBy }] of ORDINARY_SESSIONS.entries()) {
      if (notBy === agent) continue;
      const define = at === 0 ? it : itAtFullScale;
      define(`${agent} reads not one word in a long session that ${what}`, async () => {
        const run = await play({ agent, script: { looks, finalText: FINAL_TEXT }, prepare });
        equal(run.code, 0, run.output.slice(-2_000));
        ok(run.state.steps >= 60, `${run.state.steps} steps`);
        deepEqual(run.state.loops, []);
        deepEqual(
          run.requests.filter((text) => text.includes('Devs')),
          [],
        );
        equal(troublesOf(run), '');
      });
    }

  for (const [agent, hook] of Object.entries(GOAL_HOOKS) as [HookedAgentName, ForeignHook][]) {
    if (!PLAYED.includes(agent)) continue;
    it(`${agent} ends after three rounds without new work that another hook asked for`, async () => {
      const looks = [{ says: 'I look.', reads: 'README.md' }];
      const run = await play({ agent, script: { looks, finalText: FINAL_TEXT }, foreign: [hook] });
      const newest = run.state.loops.at(-1);
      match(newest?.message ?? '', /^The agent was started 3 times in a row/);
      equal(newest?.answer, 'end');
      const stops = run.hook.records.filter(({ kind }) => kind === 'stop').length;
      // The first round of Qwen Code and Copilot CLI is a new prompt to them.
      ok(stops >= 4 && stops <= 5, `${stops} rounds`);
      ok(run.requests.length <= 8, `${run.requests.length} requests`);
    });
  }

  for (const agent of ['claude', 'codex'] as const) {
    itAtFullScale(`${agent} tells in its own recording that its user interrupted it`, async () => {
      const looks = [{ says: 'I wait.', runs: 'echo two > cart.js; sleep 100' }];
      const interrupted = (run: GuardedRun): string | undefined => {
        const prompt = run.hook.records.find(({ kind }) => kind === 'prompt');
        if (prompt?.kind !== 'prompt') return undefined;
        const { at: since, recording } = prompt;
        return findInterrupt({ agent, recording, since, until: new Date().toISOString() });
      };
      const run = await play({
        ...{ agent, script: { looks, finalText: FINAL_TEXT }, inTerminal: true },
        meanwhile: async (begun) => {
          // Codex asks where the cursor is.
          begun.press('\x1b[1;1R');
          const file = join(begun.home.workspace, 'cart.js');
          await until('its work', () => existsSync(file), 60_000);
          equal(interrupted(begun), undefined);
          begun.press('\x1b');
          await until('the interrupt', () => interrupted(begun), 60_000);
          const quit = (): boolean => (begun.press('\x03'), begun.hasEnded);
          await until('its end', quit, 60_000);
        },
      });
      ok(!run.hook.records.some(({ kind }) => kind === 'stop'));
    });
  }

  it('goes on without its judge, which is killed', async () => {
    let killed = 0;
    const run = await play({
      agent: 'claude',
      script: script(GUARD_LOOPS.find(({ detector }) => detector === 'failure after edits')!),
      prepare: writeLoopProject,
      meanwhile: async ({ hook }) => {
        const find = (): number | undefined => findJudge(hook.root);
        await until('a judge', () => hook.records.length > 6 && find() !== undefined, 60_000);
        killed = find() ?? 0;
        process.kill(killed, 'SIGKILL');
      },
    });
    ok(killed > 0);
    equal(run.code, 0);
    deepEqual(
      run.state.loops.map(({ answer }) => answer),
      ['refusal', 'end'],
    );
    ok(run.requests.some((text) => text.includes(REFUSAL)));
  });
});

/** What went wrong in the hooks, but that they were too slow on a machine with much else to do. */
function troublesOf({ hook }: GuardedRun): string {
  const isLate = (line: string): boolean => /within \d+ ms|still reading/.test(line);
  return hook.log
    .split('\n')
    .filter((line) => !isLate(line))
    .join('\n');
}

/** The process id of the judge of a guard folder. */
function findJudge(root: string): number | undefined {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const line = lines.find((each) => each.includes('judge.js') && each.includes(root));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}
