import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { pauseMessage } from '../../../src/vscode/notifications/pauseMessage';
import { PauseWatch } from '../../../src/vscode/notifications/pauseWatch';
import { report } from '../webview/pausedTask';
import { asking, overview, task } from './overviews';

const paused = task('a', { status: 'PAUSED_FOR_INTERVENTION' });
const blocked = task('b', { status: 'blocked' });

function look(watch: PauseWatch, ...tasks: readonly ReturnType<typeof task>[]): string[] {
  return watch.findNewlyPaused('folder', overview({ tasks })).map(({ id }) => id);
}

describe('the watch for pauses', () => {
  it('tells nothing of what was paused before it first looked', () => {
    deepEqual(look(new PauseWatch(), paused), []);
  });

  it('tells of several pauses at once, and of each only once', () => {
    const watch = new PauseWatch();
    look(watch, task('a'), task('b'));
    deepEqual(look(watch, paused, blocked), ['a', 'b']);
    deepEqual(look(watch, paused, blocked), []);
  });

  it('tells again of a task that was resumed and paused again', () => {
    const watch = new PauseWatch();
    look(watch, task('a'));
    deepEqual(look(watch, paused), ['a']);
    deepEqual(look(watch, task('a')), []);
    deepEqual(look(watch, paused), ['a']);
  });

  it('keeps folders apart', () => {
    const watch = new PauseWatch();
    look(watch, task('a'));
    deepEqual(watch.findNewlyPaused('other', overview({ tasks: [paused] })), []);
    deepEqual(look(watch, paused), ['a']);
  });
});

describe('the text about pauses', () => {
  const of = (...tasks: readonly ReturnType<typeof task>[]) =>
    tasks.map((each) => ({ folder: 'shop', task: each }));

  it('names one task with its reason on one line', () => {
    const why = task('a', { statusReason: 'Every strategy\nhas failed.' });
    equal(pauseMessage(of(why), false), 'a needs you: Every strategy has failed.');
    equal(pauseMessage(of(paused), false), 'a needs you.');
  });

  it('is the title and the cause, as the card says it', () => {
    const status = 'PAUSED_FOR_INTERVENTION';
    const text = pauseMessage(of(task('a', { title: 'Fix rounding', status, report })), false);
    equal(text, 'Fix rounding needs you: Same 2 tests failed 5 times: 2.67 ≠ 2.68');
  });

  it('names several tasks in one sentence', () => {
    equal(pauseMessage(of(paused, blocked), false), '2 tasks need you: a, b.');
    equal(pauseMessage(of(paused, blocked), true), '2 tasks need you: a (shop), b (shop).');
  });

  it('is the question where a planner asks one, whatever stands in it', () => {
    const question = 'Which\n[currency](command:evil)?' + 'x'.repeat(300);
    const text = pauseMessage(
      of(task('a', { statusReason: 'r', report: asking(question) })),
      false,
    );
    match(text, /^a asks you: Which \[currency\].\(command:evil\)\?x+…$/);
    doesNotMatch(text, /\]\(/);
    const empty = pauseMessage(of(task('a', { report: asking(' ') })), false);
    equal(empty, 'a needs you: The tests disagree.');
  });

  it('makes no link of what an agent said', () => {
    const blocker = '[Log in](command:workbench.action.terminal.sendSequence?%7B%7D)';
    const text = pauseMessage(of(task('a', { statusReason: `Asks you: ${blocker}` })), false);
    match(text, /Log in.*command:/);
    doesNotMatch(text, /\]\(/);
  });

  it('writes out what would turn the reading direction or not be seen', () => {
    const reason = 'ok \u202edetsurt\u0007';
    const text = pauseMessage(of(task('a', { statusReason: reason })), false);
    equal(text, 'a needs you: ok \\u{202e}detsurt\\u{7}');
  });

  it('cuts a long reason', () => {
    const long = task('a', { statusReason: 'x'.repeat(500) });
    equal(pauseMessage(of(long), false), `a needs you: ${'x'.repeat(160)}…`);
  });
});
