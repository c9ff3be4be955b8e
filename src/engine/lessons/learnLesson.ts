import { maskSecrets } from '../../text/maskSecrets';
import { readFailure, failureSimilarity } from '../../rules/lessons/failureSimilarity';
import { compareFailures } from '../../rules/failure/signature/compareFailures';
import type { FailureSignature } from '../../model/failure/failure';
import { MAX_LESSON_LENGTH, type Lesson } from '../../model/failure/lesson';
import { hasEnded } from '../../model/turn/turn';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import type { TurnPlan } from '../turn/context/turnPlan';
import { findLoopBreaker, type Breaker } from './findLoopBreaker';
import { findLastLoop } from './findLastLoop';
import { truncate } from '../../text/truncate';

export interface LessonTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
}

/** The turn that succeeded; already in the store. */
export type SucceededTurn = Pick<TurnPlan, 'task' | 'countsOn' | 'number' | 'agent'>;

/**
 * Records what broke a loop (decision 68) or resolved a blocker. Call it in the transaction of a successful turn, before hints
 * and counters are cleared. Records nothing if the task was not stuck before, or if nothing since then
 * could have helped. If the same help resolved the same failure before, or a hint repeats a lesson's
 * words, counts that lesson again instead of adding one. Lessons are shown on request; of prompts and
 * directives only the authority over blockers contains them.
 */
export function learnLesson(tools: LessonTools, succeeded: SucceededTurn): Lesson | undefined {
  const { store, clock } = tools;
  const turn = {
    taskId: succeeded.task.id,
    countsOn: succeeded.countsOn,
    number: succeeded.number,
    agent: succeeded.agent.name,
  };
  const stuck = findLastLoop(store, turn);
  if (stuck === undefined) return undefined;
  const breaker = findLoopBreaker(store, stuck, { ...turn, strategy: strategyOf(store, turn) });
  if (breaker === undefined) return undefined;
  const failure = { ...stuck.failure, exactMessage: maskSecrets(stuck.failure.exactMessage) };
  const lesson = {
    id: clock.newId(),
    taskId: turn.taskId,
    at: clock.now().toISOString(),
    agent: turn.agent,
    failure,
    ...(stuck.blocker && { blocker: stuck.blocker.kind }),
    brokenBy: breaker.brokenBy,
    text: lessonText(breaker.text),
    helped: 1,
  };
  return record(tools, lesson);
}

/** The text of a lesson as it is kept: secrets masked, `MAX_LESSON_LENGTH` characters at most. */
export function lessonText(text: string): string {
  return truncate(maskSecrets(text.trim()), MAX_LESSON_LENGTH);
}

function strategyOf(
  store: Store,
  { countsOn, number }: { countsOn: string; number: number },
): string {
  const turn = store.listTurns(countsOn).findLast((each) => each.number === number);
  return turn !== undefined && hasEnded(turn) ? turn.strategy : '';
}

function record({ store, journal }: LessonTools, lesson: Lesson): Lesson {
  const known = sameLesson(store.listLessons(), lesson);
  const kept = known === undefined ? lesson : { ...known, helped: known.helped + 1, at: lesson.at };
  if (known === undefined) store.addLesson(lesson);
  else store.updateLesson(known.id, { helped: kept.helped, at: kept.at });
  const { id, text, brokenBy, helped } = kept;
  journal.record({
    event: 'lesson_recorded',
    taskId: lesson.taskId,
    data: { id, text, brokenBy, helped, error_signature: lesson.failure.exactMessage },
  });
  return kept;
}

/** The lesson that helped again. */
function sameLesson(
  lessons: readonly Lesson[],
  { failure, brokenBy, text }: Breaker & Pick<Lesson, 'failure'>,
): Lesson | undefined {
  const worded = lessons.filter((lesson) => lesson.text === text);
  const same = worded.find(
    (lesson) =>
      lesson.brokenBy === brokenBy && compareFailures(lesson.failure, failure) !== 'different',
  );
  return same ?? (brokenBy === 'hint' ? nearest(worded, failure) : undefined);
}

/** Of lessons with the same text, the one with the most similar failure; the oldest of several. */
function nearest(lessons: readonly Lesson[], failure: FailureSignature): Lesson | undefined {
  const asked = readFailure(failure);
  let best: { readonly lesson: Lesson; readonly alike: number } | undefined;
  for (const lesson of lessons) {
    const alike = failureSimilarity(asked, readFailure(lesson.failure));
    if (best === undefined || alike > best.alike) best = { lesson, alike };
  }
  return best?.lesson;
}
