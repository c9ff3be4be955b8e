import { deepEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DevsProcess, type Ended } from '../e2e/cli/devsProcess';
import type { TerminalPlace } from '../e2e/cli/terminal';
import { createAgentHome, forgetKeys, type AgentHome } from './agentHome';
import { acpLogins, type AcpLogin } from './acpLogins';
import { agentLogins } from './agentLogins';
import { documentedAgent } from './documentedAgents';
import { installAll, type RealAcpAgent, type RealAgent } from './installedAgents';
import type { ModelScript } from './modelProtocol';
import { startScriptedModel, type ScriptedModel } from './scriptedModel';

/** Id of the only task of a project. */
export const TASK = 'greet';

/** One task for one agent, and how the definition of the agent differs from its page. */
export interface AgentProjectOptions {
  readonly agent: RealAgent | RealAcpAgent;
  readonly script: Omit<ModelScript, 'workspace'>;
  /** The command to start instead, made from the documented one. */
  readonly command?: (documented: readonly string[]) => readonly string[];
  /** Added to the documented environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** `limits` of `devs.yaml`. */
  readonly limits?: Readonly<Record<string, number>>;
  /** What an agent over the Agent Client Protocol may do without being asked about; absent: nothing. */
  readonly allow?: readonly string[];
  /** Added to the user's settings of the agent; only for one that keeps them in `settings.json`. */
  readonly settings?: object;
  /** Changes the home and the workspace before the first run. */
  readonly prepare?: (home: AgentHome) => void;
}

/** A project whose only task a real agent works on, against a scripted model. */
export interface AgentProject {
  readonly home: AgentHome;
  readonly model: ScriptedModel;
  /** For `devs` on a terminal. */
  readonly place: TerminalPlace;
  /** Runs `devs` in the workspace until it ends. */
  readonly devs: (...args: readonly string[]) => Promise<Ended>;
  /** As `devs`, with `--json`: what it printed. */
  readonly read: <T>(...args: readonly string[]) => Promise<T>;
  /** Ends what runs and removes every file; throws where the agent tried to reach another machine. */
  readonly dispose: () => Promise<void>;
}

/**
 * To be called in a suite: installs the agents before its tests, and gives what makes a project for one test, which is
 * removed after it.
 */
export function agentProjects(): (options: AgentProjectOptions) => Promise<AgentProject> {
  let remember: () => void = () => undefined;
  let project: AgentProject | undefined;
  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAll());
  });
  after(() => remember());
  afterEach(async () => {
    await project?.dispose();
    project = undefined;
  });
  return async (options) => (project = await createAgentProject(options));
}

/** Writes `devs.yaml` and starts the model; runs nothing yet. */
async function createAgentProject(options: AgentProjectOptions): Promise<AgentProject> {
  const home = createAgentHome();
  const { workspace, stateDir } = home;
  const model = await startScriptedModel({ ...options.script, workspace });
  const { prepare, triesOthers } = LOGINS[options.agent];
  const own = prepare(home, model.url, 'with key');
  if (options.settings !== undefined) addSettings(home, options);
  const env = { ...home.env(model.url), ...own };
  options.prepare?.(home);
  writeFileSync(join(workspace, 'devs.yaml'), JSON.stringify(config(options, env)));
  const started: DevsProcess[] = [];
  const environment = { ...process.env, DEVS_STATE_DIR: stateDir, DEVS_MAX_PIVOTS: '0' };
  const devs = (...args: readonly string[]): Promise<Ended> => {
    const each = new DevsProcess(args, { cwd: workspace, env: environment });
    started.push(each);
    return each.ended;
  };
  return {
    ...{ home, model, devs },
    place: { folder: workspace, environment: (added) => ({ ...environment, ...added }) },
    read: async <T>(...args: readonly string[]) =>
      JSON.parse((await devs(...args, '--json')).stdout) as T,
    dispose: async () => {
      for (const each of started) each.kill('SIGKILL');
      await model.close();
      home.dispose();
      if (triesOthers !== true)
        deepEqual(model.refused, [], 'the agent tried to reach another machine');
    },
  };
}

const LOGINS: Readonly<
  Record<RealAgent | RealAcpAgent, Pick<AcpLogin, 'prepare' | 'triesOthers'>>
> = {
  ...agentLogins,
  ...acpLogins,
};

function addSettings({ read, write }: AgentHome, options: AgentProjectOptions): void {
  const file = `.${options.agent}/settings.json`;
  const settings = JSON.parse(read(file)) as object;
  write(file, JSON.stringify({ ...settings, ...options.settings }));
}

function config(
  options: AgentProjectOptions,
  environment: Readonly<Record<string, string>>,
): object {
  const { agent: name, env: added, limits, allow } = options;
  const { type, command, steps, mode, env } = documentedAgent(name);
  return {
    version: 1,
    agent: name,
    agents: {
      [name]: {
        ...{ type, ...(type === 'acp' ? mode && { mode } : { steps }), timeout: '60s' },
        command: options.command?.(command as readonly string[]) ?? command,
        env: { ...env, ...environment, ...added },
      },
    },
    ...(limits && { limits }),
    ...(allow && { permissions: { allow } }),
    tasks: [{ id: TASK, goal: 'Write a greeting to greeting.txt.', verify: 'exit 1' }],
  };
}
