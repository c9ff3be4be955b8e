import assert from 'node:assert/strict';
import { PLAIN } from '../../../src/cli/terminal/style';
import { pauseReportText } from '../../../src/cli/render/pauseReportText';
import { provingStepLines } from '../../../src/cli/render/provingStepsText';
import { runReportText } from '../../../src/cli/render/runReportText';
import type { InTurnLoop } from '../../../src/model/hops/hop';
import { aRunReport, aTurn } from '../platform/reportFiles/samples';
import { aReport, WALL_CLOCK } from './fakeApp';

function loopOf(numbers: readonly number[], result = '1 failing'): InTurnLoop {
  return {
    detector: 'repeated call',
    message: 'The same call gave the same result 3 times in a row: Bash npm test',
    hops: [],
    steps: numbers.map((number) => ({ number, tool: 'Bash', call: 'npm test', result })),
  };
}

describe('a pause that began in the steps of an agent, on the command line', () => {
  it('says what found it and which steps prove it, and lists them', () => {
    const lines = pauseReportText(aReport({ inTurnLoop: loopOf([11, 14, 17]) })).split('\n');
    assert.equal(lines[1], '  The same call gave the same result 3 times in a row: Bash npm test');
    assert.ok(
      lines.includes('  Found by  the same call with the same result: steps 11, 14 and 17'),
    );
    const at = lines.indexOf('  Steps of the loop');
    assert.deepEqual(lines.slice(at + 1, at + 4), [
      '    11  Bash npm test  1 failing',
      '    14  Bash npm test  1 failing',
      '    17  Bash npm test  1 failing',
    ]);
  });

  it('says nothing of steps where there are none', () => {
    assert.doesNotMatch(pauseReportText(aReport()), /Found by|Steps that/);
  });

  it('lists the newest of very many steps, each on one harmless line', () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    const evil = `\u001b[2J\u202e\r\n${'x'.repeat(300)}`;
    const lines = provingStepLines(loopOf(numbers, evil).steps ?? [], PLAIN);
    assert.equal(lines.length, 13);
    assert.equal(lines[0], '… 38 earlier steps (devs report --json shows all)');
    assert.match(lines.at(-1) ?? '', /^50 {2}Bash npm test /);
    for (const line of lines) {
      // eslint-disable-next-line no-control-regex -- control characters are what this is about
      assert.doesNotMatch(line, /[\u0000-\u001f\u202e]/);
      assert.ok(line.length < 160);
    }
    const text = pauseReportText(aReport({ inTurnLoop: loopOf(numbers) }));
    assert.match(text, /result: steps 1–50\n/);
  });
});

describe('devs report of a run in which a turn was ended because of its steps', () => {
  it('names them', () => {
    const report = aRunReport({ turns: [aTurn({ number: 3, inTurnLoop: loopOf([4, 6]) })] });
    const files = { markdown: '/a.md', json: '/a.json' };
    const text = runReportText(report, { files, style: PLAIN, now: WALL_CLOCK });
    assert.match(
      text,
      /\n {2}Turn 3 was ended because of a loop: the same call with the same result: steps 4 and 6\n/,
    );
  });
});
