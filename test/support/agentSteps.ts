import type { DevsConfig } from '../../src/model/config/config';
import type { Step } from '../../src/model/steps/step';

/** The same call with the same result, `times` over. */
export function sameCalls(times: number, change: Partial<Step> = {}): readonly Step[] {
  return Array.from({ length: times }, (_, index) => ({
    ...{ number: index + 1, tool: 'Bash', args: '{"command":"npm test"}' },
    ...{ result: 'AssertionError: 1 !== 2', thought: '', error: true },
    ...change,
  }));
}

/** Work that goes on: another file each time. */
export function otherCalls(times: number): readonly Step[] {
  return Array.from({ length: times }, (_, index) => ({
    ...{ number: index + 1, tool: 'Read', args: `{"path":"src/part${index}.ts"}` },
    ...{ result: `export const part${index} = ${index * index};`, thought: '' },
  }));
}

/** The same configuration, in which every agent prints its steps. */
export function watched(config: DevsConfig): DevsConfig {
  const agents = Object.values(config.agents).map((agent) => [
    agent.name,
    { ...agent, steps: 'claude' as const },
  ]);
  return { ...config, agents: Object.fromEntries(agents) as DevsConfig['agents'] };
}
