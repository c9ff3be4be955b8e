import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PermissionRequest } from '../../src/model/permissions/permission';
import type { Step, StepEvent } from '../../src/model/steps/step';
import type { AgentResult } from '../../src/ports/agent';
import { classifyFailedAgent } from '../../src/rules/failure/external/failureOwner';
import { processesMarked } from '../realVscode/processes';
import { pollUntil } from '../realVscode/waiting';
import { acpLogins } from './acpLogins';
import { createAgentHome, forgetKeys, type AgentHome } from './agentHome';
import type { Login } from './agentLogins';
import { agentsPage, documentedAgent } from './documentedAgents';
import {
  acpVersion,
  installAcpAgents,
  PLAYED_ACP_AGENTS,
  type RealAcpAgent,
} from './installedAgents';
import type { ModelScript } from './modelProtocol';
import { startScriptedModel, type ModelMode, type ScriptedModel } from './scriptedModel';
import { startAgent } from './startAgent';

const directive = 'SYSTEM OVERRIDE — STRATEGY PIVOT REQUIRED:\nReason from first principles.';
const hint = 'HINT: the greeting is in English.';
const edit = { path: 'greeting.txt', content: 'hello\n' };
const finalText = 'STRATEGY: write the greeting straight into its file\nDone.';
const SCRIPT: Omit<ModelScript, 'workspace'> = {
  looks: [
    { says: 'I look.', reads: 'README.md' },
    { says: 'And there.', reads: 'missing.txt' },
    { says: 'I run it.', runs: 'node fails.cjs' },
  ],
  edit,
  finalText,
};
/** Prints two words, and ends with exit code 3. */
const FAILS = "console.log('begun'); console.error('broken'); process.exitCode = 3;\n";
/** Says that it runs, and then does so for longer than any test. */
const WAITS = "require('node:fs').writeFileSync('runs.txt', 'x'); setTimeout(() => {}, 600_000);\n";
/** Milliseconds after which nothing of a cancelled agent may be left. */
const GONE_MS = 2_000;

/** How an agent tells what it did. */
interface Telling {
  readonly look: string;
  readonly run: string;
  readonly edit: string;
  /** Set where it tells neither what it read nor what a command printed, nor that one failed. */
  readonly tellsNoOutput?: true;
  /** Set where it says what it has used of its context. */
  readonly tellsUsage?: true;
  /** Set where nothing keeps its edits in the workspace, as its page says. */
  readonly editsAnywhere?: true;
}

const tellings: Readonly<Record<RealAcpAgent, Telling>> = {
  'claude-acp': { look: 'Read', run: 'Bash', edit: 'Write', tellsUsage: true },
  'codex-acp': { look: 'exec_command', run: 'exec_command', edit: 'edit', tellsUsage: true },
  'gemini-acp': { look: 'read', run: 'execute', edit: 'edit', tellsNoOutput: true },
  'opencode-acp': { look: 'read', run: 'execute', edit: 'edit' },
  'qwen-acp': { look: 'read', run: 'execute', edit: 'edit', editsAnywhere: true },
  cline: { look: 'read', run: 'execute', edit: 'apply_patch' },
  copilot: { look: 'read', run: 'execute', edit: 'edit' },
};

interface Run extends AgentResult {
  readonly model: ScriptedModel;
  readonly home: AgentHome;
  readonly events: readonly StepEvent[];
}

interface RunOptions {
  readonly login?: Login;
  readonly mode?: ModelMode;
  readonly script?: Omit<ModelScript, 'workspace'>;
  readonly permits?: (request: PermissionRequest) => boolean;
  /** Stops the agent once this has happened. */
  readonly stopOnce?: (workspace: string, events: readonly StepEvent[]) => boolean;
}

describe('agents over the Agent Client Protocol as docs/agents.md defines them', function () {
  this.timeout(120_000);
  let remember: () => void = () => undefined;
  const disposals: (() => void | Promise<void>)[] = [];

  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAcpAgents());
  });
  after(() => remember());
  afterEach(async () => {
    for (const dispose of disposals.splice(0)) await dispose();
  });

  async function run(name: RealAcpAgent, options: RunOptions = {}): Promise<Run> {
    const { login = 'with key', mode, script = SCRIPT, permits = () => true, stopOnce } = options;
    const home = createAgentHome();
    disposals.push(home.dispose);
    const { workspace, stateDir } = home;
    home.commit('fails.cjs', FAILS);
    home.commit('waits.cjs', WAITS);
    const model = await startScriptedModel({ ...script, workspace }, mode);
    disposals.push(model.close);
    const definition = documentedAgent(name);
    const own = acpLogins[name].prepare(home, model.url, login);
    const stopping = new AbortController();
    const events: StepEvent[] = [];
    const running = startAgent({
      definition: { ...definition, env: { ...definition.env, ...home.env(model.url), ...own } },
      ...{ workspace, stateDir, systemPrompt: directive, prompt: `Write a greeting.\n${hint}` },
      onStep: (event) => void events.push(event),
      onPermission: (request) =>
        Promise.resolve(
          permits(request) ? { allowed: true } : { allowed: false, reason: 'not in this test' },
        ),
      signal: stopping.signal,
    });
    if (stopOnce !== undefined) {
      const happened = (): true | undefined => stopOnce(workspace, events) || undefined;
      await pollUntil(happened, { what: `the work of ${name}`, withinMs: 60_000, everyMs: 20 });
      stopping.abort();
    }
    const outcome = await running;
    if (acpLogins[name].triesOthers !== true)
      deepEqual(model.refused, [], 'the agent tried to reach another machine');
    return { ...outcome, model, home, events };
  }

  /** Waits until nothing is left that was started for a run. */
  async function assertGone({ home }: Run): Promise<void> {
    const marker = `HOME=${home.env('')['HOME']}`;
    const isGone = (): true | undefined => processesMarked(marker).length === 0 || undefined;
    await pollUntil(isGone, { what: 'the end of all processes', withinMs: GONE_MS, everyMs: 20 });
  }

  for (const name of PLAYED_ACP_AGENTS) {
    const { notLoggedIn } = acpLogins[name];
    const telling = tellings[name];

    it(`${name} takes the directive and the hint to the model, works in steps, and replies`, async () => {
      const outcome = await run(name);
      const { end, reply, errorTail, model, home, events, session, stream } = outcome;

      deepEqual(end, { kind: 'exit', code: 0 }, errorTail);
      for (const words of [directive, hint])
        notDeepEqual(
          model.requests.filter(({ body }) => body.includes(JSON.stringify(words).slice(1, -1))),
          [],
        );
      // Cline leaves out the last line feed of a patch.
      equal(readFileSync(join(home.workspace, edit.path), 'utf8').trimEnd(), 'hello');
      equal(reply.trim(), finalText);
      ok(session !== undefined && !session.isContinued);
      deepEqual([stream?.unknownKinds, stream?.version], [[], acpVersion(name)]);
      assertSteps(stepsOf(events), telling);
      const tellsUsage = events.some(({ kind }) => kind === 'usage');
      if (telling.tellsUsage) ok(tellsUsage);
      await assertGone(outcome);
    });

    it(`${name} ${telling.editsAnywhere ? 'can' : 'cannot'} edit outside its workspace unasked`, async () => {
      const script = { edit: { ...edit, path: '../outside.txt' }, finalText };
      const { model, home, denied = [] } = await run(name, { script, permits: () => false });

      // Some end their turn at a refusal, without another word to the model.
      ok(denied.length > 0 || model.requests.some(({ body }) => body.includes('outside.txt')));
      equal(
        existsSync(join(home.workspace, '../outside.txt')),
        telling.editsAnywhere ?? false,
        'outside.txt',
      );
    });

    it(`${name} without a login leaves the task blocked with its own words`, async () => {
      const outcome = await run(name, { login: 'none' });

      const { end, errorTail: words } = outcome;
      equal(end.kind, 'failed');
      const decision = classifyFailedAgent({
        ...{ agent: name, end, words, reportsFailure: true, workspaceChanged: false },
        failedBefore: 1,
      });
      ok(decision.owner === 'other' && decision.handling === 'blocked', JSON.stringify(decision));
      ok(decision.reason.includes(notLoggedIn), decision.reason);
      await assertGone(outcome);
    });

    it(`${name} is gone soon after it is stopped, with the command that it runs`, async () => {
      const looks = [{ says: 'I run it.', runs: 'node waits.cjs' }];
      const outcome = await run(name, {
        script: { looks, finalText },
        stopOnce: (workspace) => existsSync(join(workspace, 'runs.txt')),
      });

      deepEqual(outcome.end, { kind: 'cancelled' });
      await assertGone(outcome);
    });

    it(`${name} is gone soon after it is stopped between two calls`, async () => {
      const outcome = await run(name, {
        script: { forever: { says: 'I look again.', reads: 'README.md' }, finalText },
        stopOnce: (_workspace, events) => stepsOf(events).length > 1,
      });

      deepEqual(outcome.end, { kind: 'cancelled' });
      await assertGone(outcome);
    });

    it(`${name} is documented at the version that was run, with its words`, () => {
      ok(agentsPage.includes(acpVersion(name)));
      ok(agentsPage.includes(notLoggedIn));
    });
  }
});

function stepsOf(events: readonly StepEvent[]): readonly Step[] {
  return events.flatMap((event) => (event.kind === 'ended' ? [event.step] : []));
}

function assertSteps(steps: readonly Step[], telling: Telling): void {
  const told = telling.tellsNoOutput !== true;
  deepEqual(
    steps.map(({ tool, thought, error }) => [tool, thought, error]),
    [
      [telling.look, 'I look.', false],
      [telling.look, 'And there.', true],
      [telling.run, 'I run it.', told],
      [telling.edit, '', false],
    ],
  );
  const [first, missing, ran, edited] = steps as readonly [Step, Step, Step, Step];
  equal(first.result.includes('# A project'), told, first.result);
  ok(/not found|not exist|no such file/i.test(missing.result), missing.result);
  for (const word of ['begun', 'broken']) equal(ran.result.includes(word), told, ran.result);
  ok(ran.args.includes('node fails.cjs'), ran.args);
  ok(edited.args.includes(edit.path) && edited.args.includes('hello'), edited.args);
}
