import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { SessionGuard } from '../../src/rules/guard/sessionGuard';
import { BUILT_IN_LIMITS } from '../../src/model/config/limits';
import { ANSWER_ABILITIES } from '../../src/model/guard/answerAbilities';
import type { SessionState } from '../../src/model/guard/guardedSession';
import type { SessionRecord } from '../../src/model/guard/sessionRecord';
import { InstalledHook } from '../support/installedHook';
import { createAgentHome, type AgentHome } from './agentHome';
import {
  hookedAgents,
  inTerminal,
  installHooks,
  type ForeignHook,
  type HookedAgentName,
} from './hookedAgents';
import type { ModelScript } from './modelProtocol';
import { startScriptedModel, type ScriptedModel } from './scriptedModel';

/** What an agent does by itself, watched by its hooks. */
export interface GuardedRunOptions {
  readonly agent: HookedAgentName;
  readonly script: Omit<ModelScript, 'workspace'>;
  readonly foreign?: readonly ForeignHook[];
  readonly prepare?: (home: AgentHome) => void;
  /** In a terminal, whose keys `meanwhile` presses. */
  readonly inTerminal?: boolean;
  /** Called when the agent has started. */
  readonly meanwhile?: (run: GuardedRun) => Promise<void>;
}

/** A real agent that someone started by itself, with the guard in its settings. */
export class GuardedRun {
  readonly hook = new InstalledHook();
  code: number | null = null;
  output = '';
  private child: ChildProcess | undefined;

  private constructor(
    readonly agent: HookedAgentName,
    readonly home: AgentHome,
    readonly model: ScriptedModel,
    readonly isInTerminal: boolean,
  ) {}

  /** Runs an agent until it ends. */
  static async play(options: GuardedRunOptions): Promise<GuardedRun> {
    const { agent, script, foreign = [], prepare, meanwhile } = options;
    const terminal = options.inTerminal === true ? terminalOf(agent) : undefined;
    const home = createAgentHome();
    const model = await startScriptedModel({ ...script, workspace: home.workspace });
    const run = new GuardedRun(agent, home, model, terminal !== undefined);
    const { prepare: login, command } = hookedAgents[agent];
    const own = login(home, model.url, 'with key');
    installHooks(
      dirname(home.write('.keep', '')),
      agent,
      { file: run.hook.file, words: run.hook.words },
      foreign,
    );
    prepare?.(home);
    terminal?.prepare(home);
    const ended = run.start((terminal?.command ?? command)('Make the tests pass.'), {
      ...home.env(model.url),
      ...own,
    });
    await meanwhile?.(run);
    await ended;
    return run;
  }

  /** Presses keys in the agent's terminal. */
  press(keys: string): void {
    this.child?.stdin?.write(keys);
  }

  /** Whether the agent has ended. */
  get hasEnded(): boolean {
    return this.child?.exitCode !== null;
  }

  /** What the judge makes of the session. */
  get state(): SessionState {
    return this.judge(this.hook.records);
  }

  /** Kinds of the records after the one at which the loop of that number was found. */
  kindsAfterLoop(number: number): readonly string[] {
    const { records } = this.hook;
    const at = records.findIndex((_, index) => {
      return this.judge(records.slice(0, index + 1)).loops.length >= number;
    });
    return records.slice(at + 1).map(({ kind }) => kind);
  }

  /** What the model was told, each request as text. */
  get requests(): readonly string[] {
    return this.model.requests
      .map(({ body }) => body.replaceAll('\\n', '\n').replaceAll('\\"', '"'))
      .filter((body) => body.includes('Make the tests pass.'));
  }

  async dispose(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.model.close();
    this.home.dispose();
    await this.hook.dispose();
  }

  private judge(records: readonly SessionRecord[]): SessionState {
    const abilities = ANSWER_ABILITIES[this.agent];
    const guard = new SessionGuard({ session: 's1', limits: BUILT_IN_LIMITS, abilities });
    for (const record of records) guard.observe(record);
    return guard.state;
  }

  private async start(
    [program = '', ...args]: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<void> {
    const child = spawn(program, args, {
      ...{ cwd: this.home.workspace, stdio: 'pipe' },
      env: { ...process.env, ...env, npm_config_update_notifier: 'false' },
    });
    this.child = child;
    // It may end while a key is pressed.
    child.stdin.on('error', () => undefined);
    if (!this.isInTerminal) child.stdin.end();
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.code = await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
  }
}

/** How an agent is started in a terminal, which `script` makes. */
function terminalOf(agent: HookedAgentName): typeof inTerminal.claude {
  if (agent !== 'claude' && agent !== 'codex')
    throw new Error(`${agent} is not tried in a terminal`);
  const { command, prepare } = inTerminal[agent];
  const inShell = (prompt: string): string =>
    command(prompt)
      .map((word) => `'${word}'`)
      .join(' ');
  return { prepare, command: (prompt) => ['script', '-qfec', inShell(prompt), '/dev/null'] };
}
