import assert from 'node:assert/strict';
import { guardStatusText } from '../../../src/cli/render/guardStatusText';
import { PLAIN } from '../../../src/cli/terminal/style';

describe('the table of devs guard status', () => {
  it('has the number of a version without the name that stands beside it', () => {
    const agents = [
      ['claude', '2.1.197 (Claude Code)', '2.1.197'],
      ['codex', 'codex-cli 0.169.0', '0.169.0'],
      ['gemini', '0.61.0', '0.61.0'],
      ['qwen', 'v0.15.10-nightly.1+5', '0.15.10-nightly.1+5'],
      ['copilot', 'unknown build', 'unknown build'],
      ['opencode', '', '–'],
    ] as const;
    const text = guardStatusText(
      {
        agents: agents.map(([agent, version]) => ({
          ...{ agent, version, isFound: true, settings: [], problems: [], sessionsToday: 0 },
        })),
        log: '/guard.log',
      },
      { style: PLAIN, now: new Date() },
    );
    const lines = text.split('\n').slice(1, 1 + agents.length);
    assert.deepEqual(
      lines.map((line) => line.trim().split(/ {2,}/)[1]),
      agents.map(([, , shown]) => shown),
    );
  });
});
