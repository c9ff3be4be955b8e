import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureOwner } from '../../src/rules/failure/external/failureOwner';
import { classifyFailedAgent } from '../../src/rules/failure/external/failureOwner';
import { exitedCleanly } from '../../src/model/turn/turn';
import type { AgentHome } from './agentHome';
import { createAgentHome, forgetKeys } from './agentHome';
import type { Login } from './agentLogins';
import { agentLogins } from './agentLogins';
import { agentsPage, documentedAgent } from './documentedAgents';
import type { RealAgent } from './installedAgents';
import { AGENT_PACKAGES, installAgents, PLAYED_AGENTS } from './installedAgents';
import type { ModelMode, ScriptedModel } from './scriptedModel';
import { startScriptedModel } from './scriptedModel';
import type { AgentResult } from '../../src/ports/agent';
import { startAgent } from './startAgent';

const directive = 'SYSTEM OVERRIDE — STRATEGY PIVOT REQUIRED:\nReason from first principles.';
const edit = { path: 'greeting.txt', content: 'hello\n' };
const finalText = 'STRATEGY: write the greeting straight into its file\nDone.';

interface Run extends AgentResult {
  readonly model: ScriptedModel;
  readonly home: AgentHome;
}

describe('agents as docs/agents.md defines them', function () {
  this.timeout(120_000);
  let remember: () => void = () => undefined;
  const disposals: (() => void | Promise<void>)[] = [];

  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAgents());
  });
  after(() => remember());
  afterEach(async () => {
    for (const dispose of disposals.splice(0)) await dispose();
  });

  async function run(name: RealAgent, key: Login, mode: ModelMode, path = edit.path): Promise<Run> {
    const home = createAgentHome();
    disposals.push(home.dispose);
    const { workspace, stateDir } = home;
    const model = await startScriptedModel({ workspace, edit: { ...edit, path }, finalText }, mode);
    disposals.push(model.close);
    const definition = documentedAgent(name);
    const login = agentLogins[name].prepare(home, model.url, key);
    const outcome = await startAgent({
      definition: { ...definition, env: { ...definition.env, ...home.env(model.url), ...login } },
      workspace,
      stateDir,
      systemPrompt: directive,
      prompt: 'Write a greeting to greeting.txt.',
    });
    deepEqual(model.refused, [], 'the agent tried to reach another machine');
    return { ...outcome, model, home };
  }

  for (const name of PLAYED_AGENTS) {
    const { directiveIn, notLoggedIn, keyRefused, editsAnywhere = false } = agentLogins[name];
    const { endsWellWithRefusedKey = false } = agentLogins[name];

    it(`${name} takes the directive to the model, edits, and replies with its strategy`, async () => {
      const { end, reply, errorTail, model, home } = await run(name, 'with key', 'scripted');

      deepEqual(end, { kind: 'exit', code: 0 }, errorTail);
      const arrived = model.requests.filter((request) => arrivedIn(request.body, directiveIn));
      notDeepEqual(arrived, []);
      equal(readFileSync(join(home.workspace, edit.path), 'utf8'), edit.content);
      equal(reply.trim(), finalText);
    });

    it(`${name} ${editsAnywhere ? 'can' : 'cannot'} edit outside its workspace`, async () => {
      const { model, home } = await run(name, 'with key', 'scripted', '../outside.txt');

      ok(model.requests.some((request) => request.body.includes('outside.txt')));
      equal(existsSync(join(home.workspace, '../outside.txt')), editsAnywhere);
    });

    it(`${name} without a login leaves the task blocked with its own words`, async () => {
      const outcome = await run(name, 'none', 'scripted');

      deepEqual(outcome.end, { kind: 'exit', code: notLoggedIn.exitCode });
      const decision = onSecondFailure(outcome);
      ok(decision.owner === 'other' && decision.handling === 'blocked', JSON.stringify(decision));
      ok(decision.reason.includes(notLoggedIn.words), decision.reason);
    });

    it(`${name} with a refused key leaves the task blocked and says why`, async () => {
      const outcome = await run(name, 'with key', 'unauthorised');

      const decision = onSecondFailure(outcome);
      ok(decision.owner === 'other' && decision.handling === 'blocked', JSON.stringify(decision));
      equal(exitedCleanly(outcome.end), endsWellWithRefusedKey);
      ok(wordsOf(outcome).includes(keyRefused), wordsOf(outcome));
    });

    it(`${name} is documented at the version that was run, with its words`, () => {
      ok(agentsPage.includes(AGENT_PACKAGES[name].version));
      ok(agentsPage.includes(notLoggedIn.words));
    });
  }
});

function arrivedIn(body: string, member: string): boolean {
  if (!body.startsWith('{')) return false;
  const part = JSON.stringify((JSON.parse(body) as Record<string, unknown>)[member] ?? '');
  return part.includes(JSON.stringify(directive).slice(1, -1));
}

/** What the engine makes of it when the turn before failed in the same way. */
function onSecondFailure(outcome: Run): FailureOwner {
  const files = readdirSync(outcome.home.workspace).filter((file) => file !== '.git');
  return classifyFailedAgent({
    agent: 'agent',
    end: outcome.end,
    reportsFailure: outcome.failure !== undefined,
    workspaceChanged: files.join() !== 'README.md',
    words: wordsOf(outcome),
    failedBefore: 1,
  });
}

function wordsOf({ reply, errorTail }: AgentResult): string {
  return errorTail.trim() === '' ? reply : errorTail;
}
