import type { BlockerKind } from '../../../model/failure/blockerKind';
import type { FailureSignature } from '../../../model/failure/failure';
import type { Lesson, LoopBreaker } from '../../../model/failure/lesson';
import type { Store, StoreReader } from '../../../ports/store';
import { integer, json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listLessons'>;
type Writing = Pick<Store, 'addLesson' | 'updateLesson' | 'removeLesson'>;

const LIST = 'SELECT * FROM lessons ORDER BY rowid';
const ONE = 'SELECT * FROM lessons WHERE id = ?';
const ADD = `
  INSERT INTO lessons (id, task_id, at, agent, failure, broken_by, text, helped, edited_at, blocker)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `
  UPDATE lessons SET task_id = ?2, at = ?3, agent = ?4, failure = ?5, broken_by = ?6, text = ?7,
    helped = ?8, edited_at = ?9, blocker = ?10
  WHERE id = ?1`;
const REMOVE = 'DELETE FROM lessons WHERE id = ?';

/** Reads `lessons`. */
export function readLessons(db: SqlDatabase): Reading {
  return { listLessons: () => db.all(LIST).map(toLesson) };
}

/** Writes `lessons`. */
export function writeLessons(db: SqlDatabase): Writing {
  return {
    addLesson: (lesson) => void db.run(ADD, columns(lesson)),
    updateLesson: (id, change) => {
      const row = db.get(ONE, [id]);
      if (row === undefined) throw new Error(`there is no lesson "${id}" in the state`);
      db.run(UPDATE, columns({ ...toLesson(row), ...change }));
    },
    removeLesson: (id) => db.run(REMOVE, [id]) === 1,
  };
}

function columns(lesson: Lesson): (string | number | null)[] {
  return [
    lesson.id,
    lesson.taskId,
    lesson.at,
    lesson.agent,
    JSON.stringify(lesson.failure),
    lesson.brokenBy,
    lesson.text,
    lesson.helped,
    lesson.editedAt ?? null,
    lesson.blocker ?? null,
  ];
}

function toLesson(row: Row): Lesson {
  const editedAt = optionalText(row, 'edited_at');
  const blocker = optionalText(row, 'blocker');
  return {
    id: text(row, 'id'),
    taskId: text(row, 'task_id'),
    at: text(row, 'at'),
    agent: text(row, 'agent'),
    failure: json(row, 'failure') as FailureSignature,
    brokenBy: text(row, 'broken_by') as LoopBreaker,
    text: text(row, 'text'),
    helped: integer(row, 'helped'),
    ...(editedAt === undefined ? {} : { editedAt }),
    ...(blocker === undefined ? {} : { blocker: blocker as BlockerKind }),
  };
}
