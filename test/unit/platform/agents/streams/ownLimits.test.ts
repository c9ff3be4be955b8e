import { deepEqual, equal } from 'node:assert/strict';
import {
  limitDenied,
  MAX_DENIED_CALLS,
} from '../../../../../src/platform/agents/streams/deniedCalls';
import {
  findLimitByExit,
  toAgentLimit,
} from '../../../../../src/platform/agents/streams/toAgentLimit';
import { readStream } from './readStream';

const TURNS =
  'Reached max session turns for this session. Increase the number of turns by specifying maxSessionTurns in settings.json.';
const claudeEnds = (subtype: string, words: string): object => ({
  ...{ type: 'result', subtype, is_error: true, num_turns: 3, stop_reason: 'tool_use' },
  ...{ session_id: 's', permission_denials: [], errors: [words] },
});

describe('a limit of the agent’s own', () => {
  it('is told of Claude Code by how its run ends: turns or budget', () => {
    const turns = claudeEnds('error_max_turns', 'Reached maximum number of turns (2)');
    const budget = claudeEnds('error_max_budget_usd', 'Reached maximum budget ($0.0001)');

    deepEqual(readStream('claude', [turns]).ownLimit, {
      ...{ kind: 'turns', words: 'Reached maximum number of turns (2)' },
    });
    deepEqual(readStream('claude', [budget]).ownLimit, {
      ...{ kind: 'budget', words: 'Reached maximum budget ($0.0001)' },
    });
  });

  it('is told of Gemini CLI by the type of its error', () => {
    const result = (type: string): object => ({
      ...{ type: 'result', timestamp: 't', status: 'error' },
      error: { type, message: TURNS },
    });

    deepEqual(readStream('gemini', [result('FatalTurnLimitedError')]).ownLimit, {
      ...{ kind: 'turns', words: TURNS },
    });
    equal(readStream('gemini', [result('Error')]).ownLimit, undefined);
  });

  it('is told of Qwen Code by exit code and words together', () => {
    deepEqual(findLimitByExit(53, `Some warning\n${TURNS}\n`), { kind: 'turns', words: TURNS });
    equal(findLimitByExit(1, TURNS), undefined);
    equal(findLimitByExit(53, 'Segmentation fault'), undefined);
    equal(findLimitByExit(undefined, TURNS), undefined);
  });

  it('is none where a run ended well, or failed for another reason', () => {
    const success = { type: 'result', subtype: 'success', result: 'error_max_turns' };
    const failed = claudeEnds('error_during_execution', 'Reached maximum number of turns (2)');

    for (const end of [success, failed]) equal(readStream('claude', [end]).ownLimit, undefined);
  });

  it('always has words, of one line and bounded length', () => {
    const nothing = { type: 'result', subtype: 'error_max_turns', is_error: true, errors: [' '] };

    equal(readStream('claude', [nothing]).ownLimit?.words, 'the limit of turns is reached');
    equal(toAgentLimit('budget', '\n\nUsed up\nand more').words, 'Used up');
    equal(toAgentLimit('time', 'x'.repeat(10_000)).words.length, 400);
  });
});

describe('calls that an agent refused', () => {
  it('are listed by Claude Code at the end of its run', () => {
    const denial = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'curl y' } };
    const end = { type: 'result', subtype: 'success', result: 'Done.' };

    deepEqual(readStream('claude', [{ ...end, permission_denials: [denial] }]).denied, [
      { tool: 'Bash', args: '{"command":"curl y"}' },
    ]);
    deepEqual(readStream('claude', [{ ...end, permission_denials: 'none' }]).denied, []);
  });

  it('are kept up to a number and a length', () => {
    const kept = limitDenied(Array(1_000).fill({ tool: 'Bash', args: 'x'.repeat(100_000) }));

    equal(kept.length, MAX_DENIED_CALLS);
    equal(kept[0]?.args.length, 4_000);
  });
});
