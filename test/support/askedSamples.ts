import type { AskedPermission } from '../../src/model/permissions/askedPermission';
import type { PermissionRequest } from '../../src/model/permissions/permission';
import type { AgentQuestion } from '../../src/model/tools/agentQuestion';

/** A request to run a command that no rule can permit for good; `change` replaces what a test is about. */
export function askedOnce(change: Partial<AskedPermission> = {}): AskedPermission {
  return {
    ...{ id: '1', agent: 'claude', kind: 'execute', action: 'run `npm install`' },
    ...{ command: 'npm install', paths: [], changes: [], left: 0 },
    ...{ askedAt: '2026-11-21T22:32:00.000Z', until: '2026-11-21T23:02:00.000Z' },
    ...change,
  };
}

/** The same with a rule. */
export function askedToRun(change: Partial<AskedPermission> = {}): AskedPermission {
  return askedOnce({ rule: 'execute(npm install)', ...change });
}

/** A request to edit a file. */
export function askedToEdit(change: Partial<AskedPermission> = {}): AskedPermission {
  const before = 'export function round(value) {\n  return Math.round(value);\n}';
  const after =
    'export function round(value) {\n  const scaled = value * 100;\n  return Math.round(scaled) / 100;\n}';
  return {
    ...{ id: '2', agent: 'claude', kind: 'edit', action: 'edit `src/round.js`' },
    ...{ paths: ['src/round.js'], changes: [{ path: 'src/round.js', before, after }], left: 0 },
    ...{ askedAt: '2026-11-21T22:32:00.000Z', until: '2026-11-21T23:02:00.000Z', rule: 'edit' },
    ...change,
  };
}

/** A question of a running agent. */
export function askedQuestion(change: Partial<AgentQuestion> = {}): AgentQuestion {
  return {
    ...{ id: '1', agent: 'claude', question: 'Round half up, or half to even?' },
    ...{ askedAt: '2026-11-21T22:32:00.000Z', until: '2026-11-21T23:02:00.000Z' },
    ...change,
  };
}

/** What an agent sends before it runs a command. */
export function runs(command: string): PermissionRequest {
  const args = JSON.stringify({ command });
  return { kind: 'execute', tool: 'Bash', title: command, command, paths: [], changes: [], args };
}
