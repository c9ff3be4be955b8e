import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import type { InstalledHook } from './installedHook';

/** A session of Claude Code as its hooks report it. */
export class GuardedAgent {
  private calls = 0;

  constructor(
    private readonly hook: InstalledHook,
    private readonly session: {
      readonly id: string;
      readonly cwd: string;
      /** Its own recording of the session; absent for none. */
      readonly recording?: string;
    },
  ) {}

  /** The user asks for something. */
  async prompt(prompt: string): Promise<string> {
    const { recording: transcript_path } = this.session;
    return await this.run('UserPromptSubmit', { prompt, transcript_path });
  }

  /** Its user presses Esc: no hook is called. */
  interrupt(): void {
    const content = [{ type: 'text', text: '[Request interrupted by user]' }];
    const line = { timestamp: new Date().toISOString(), type: 'user', message: { content } };
    appendFileSync(this.session.recording ?? '', `${JSON.stringify(line)}\n`);
  }

  /** Its work for the prompt is done. */
  async stop(): Promise<string> {
    return await this.run('Stop', { stop_hook_active: false });
  }

  /** Calls the shell, which fails in the same way each time; returns what the agent would read of its hooks. */
  async fail(command: string): Promise<string> {
    this.calls += 1;
    const call = {
      ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: `call-${this.calls}` },
    };
    const before = await this.run('PreToolUse', call);
    if (before !== '') return before;
    const tool_response = 'Exit code 1\n1 failing\n  Error: expected 1 to equal 2';
    return await this.run('PostToolBatch', { tool_calls: [{ ...call, tool_response }] });
  }

  private async run(event: string, payload: object): Promise<string> {
    const { id, cwd } = this.session;
    const { stdout, ...end } = await this.hook.run(event, { session_id: id, cwd, ...payload });
    assert.deepEqual(end, { code: 0, stderr: '' });
    return stdout;
  }
}
