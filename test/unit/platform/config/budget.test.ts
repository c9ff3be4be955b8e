import assert from 'node:assert/strict';
import { configOf } from './problemsOf';

describe('budget', () => {
  it('of less than a billionth of a dollar is one billionth, not nothing', () => {
    const { budget } = configOf(`version: 1
agents: { one: { type: command, command: run, steps: opencode } }
budget: { task: { usd: 1e-12 } }
`);
    assert.deepEqual(budget, { task: { nanoUsd: 1 } });
  });
});
