import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editText } from '../../../src/platform/config/changeConfig';
import { toMoveEdit } from '../../../src/platform/config/moveTask';
import { validateConfig } from '../../../src/platform/config/validateConfig';
import { HEAD } from '../../unit/platform/config/problemsOf';

const PLACES = { environment: { PATH: '' }, settings: {} };

/** What stands above and within an item, by its id. */
const above = fc.constantFrom(
  '',
  '\n',
  '# c-ID\n',
  '\n# alone-ID\n\n',
  '\n\n# c-ID\n# d-ID\n',
  '      # deep-ID\n',
);
const item = fc.constantFrom(
  '- id: ID\n  goal: x\n',
  '- id: ID # c\n  goal: |\n    # no comment\n\n    text\n',
  '- id: ID\n  goal: |+\n    kept\n\n\n',
  '- { id: ID, goal: "a # b" } # e-ID\n',
  '-\n  # i-ID\n  goal: >-\n    folded\n  id: ID\n  # t-ID\n',
  "- goal: 'two\n    lines'\n  id: ID\n",
);
const tail = fc.constantFrom(
  '',
  '\n',
  '# end',
  '# end\n\n',
  '\n  # end\n',
  '# end\nverify: x\n',
  '\nverify: x',
);

const file = fc
  .tuple(
    fc.array(fc.tuple(above, item), { minLength: 1, maxLength: 6 }),
    tail,
    fc.constantFrom('', '  '),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([items, end, indent, ends]) => {
    const lines = items
      .map(([over, body], index) => (over + body).replaceAll('ID', `t${index}`))
      .join('')
      .replace(/^(?=.)/gm, indent);
    return { count: items.length, text: `${HEAD}tasks:\n${lines}${end}`.replaceAll('\n', ends) };
  });

const idsOf = (text: string): readonly string[] => {
  const result = validateConfig(text, PLACES);
  assert.equal(result.kind, 'ok', JSON.stringify(result));
  return result.config.tasks.map(({ id }) => id);
};
const commentsOf = (text: string): readonly string[] => text.match(/#.*/g)?.toSorted() ?? [];

describe('any move of a task in any devs.yaml', () => {
  it('permutes the tasks and nothing else, and its reverse restores every character', () => {
    fc.assert(
      fc.property(
        file,
        fc.nat(5),
        fc.nat(5),
        fc.constantFrom('before' as const, 'after' as const),
        (made, from, to, side) => {
          const ids = idsOf(made.text);
          const [taskId, other] = [ids[from % ids.length]!, ids[to % ids.length]!];
          const moved = editText(made.text, toMoveEdit({ taskId, to: side, other }), PLACES);
          assert.equal(typeof moved, 'string', JSON.stringify(moved));
          if (typeof moved !== 'string' || taskId === other) return;
          const rest = ids.filter((id) => id !== taskId);
          const at = rest.indexOf(other) + (side === 'before' ? 0 : 1);
          assert.deepEqual(idsOf(moved), rest.toSpliced(at, 0, taskId));
          assert.deepEqual(commentsOf(moved), commentsOf(made.text));
          const was = ids.indexOf(taskId);
          const back =
            was === 0
              ? { to: 'before' as const, other: ids[1]! }
              : { to: 'after' as const, other: ids[was - 1]! };
          assert.equal(editText(moved, toMoveEdit({ taskId, ...back }), PLACES), made.text);
        },
      ),
      { numRuns: 100 },
    );
  });
});
