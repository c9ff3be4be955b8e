import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TestWorkspace, type Step } from './testWorkspace';

const AGENT = path.join(__dirname, 'scriptedAgent.js');

/** What a planner answers. */
export function decides(decision: Readonly<Record<string, unknown>>): Step {
  return { reply: `I have looked at it.\n\n\`\`\`json\n${JSON.stringify(decision)}\n\`\`\`\n` };
}

/** A project whose agents play a scenario each. */
export class RolePlay {
  constructor(readonly workspace = new TestWorkspace()) {}

  /** `devs.yaml` with these agents, the first one the default, and what `more` says. */
  configure(agents: readonly string[], more: Readonly<Record<string, unknown>>): void {
    for (const agent of agents) if (!existsSync(this.scenario(agent))) this.plays(agent, [{}]);
    this.workspace.configure([], {
      agents: Object.fromEntries(
        agents.map((agent) => [
          agent,
          { type: 'command', command: [process.execPath, AGENT, this.scenario(agent)] },
        ]),
      ),
      agent: agents[0],
      ...more,
    });
  }

  /** What the agent does from its next call on; the last step for ever. */
  plays(agent: string, steps: readonly Step[]): void {
    const before = this.calls(agent).map(() => steps[0]);
    writeFileSync(this.scenario(agent), JSON.stringify([...before, ...steps]));
  }

  /** Each call of the agent so far. */
  calls(agent: string): readonly { readonly pid: number; readonly prompt: string }[] {
    const file = `${this.scenario(agent)}.calls`;
    if (!existsSync(file)) return [];
    // What follows the last line end is being written.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as { pid: number; prompt: string });
  }

  private scenario(agent: string): string {
    return path.join(this.workspace.root, `${agent}.json`);
  }
}
