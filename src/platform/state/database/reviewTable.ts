import type { ReviewComment } from '../../../model/review/reviewComment';
import type { Store, StoreReader } from '../../../ports/store';
import { integer, json, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listReviewComments' | 'isAcceptedChange'>;
type Writing = Pick<
  Store,
  | 'addReviewComment'
  | 'editReviewComment'
  | 'removeReviewComment'
  | 'sendReviewComments'
  | 'addAcceptedChange'
  | 'clearAcceptedChanges'
>;

const COMMENTS = 'SELECT * FROM review_comments WHERE task_id = ? ORDER BY seq';
const ADD = 'INSERT INTO review_comments (id, task_id, place, text, at) VALUES (?, ?, ?, ?, ?)';
const EDIT = 'UPDATE review_comments SET text = ?2 WHERE id = ?1 AND turn IS NULL';
const REMOVE = 'DELETE FROM review_comments WHERE id = ? AND turn IS NULL';
const SEND = `
  UPDATE review_comments SET turn = ?2, turn_id = ?3 WHERE task_id = ?1 AND turn IS NULL`;
const IS_ACCEPTED = 'SELECT 1 FROM accepted_changes WHERE task_id = ? AND tree = ?';
const ACCEPT = 'INSERT OR IGNORE INTO accepted_changes (task_id, tree) VALUES (?, ?)';
const CLEAR = 'DELETE FROM accepted_changes WHERE task_id = ?';

/** Reads `review_comments` and `accepted_changes`. */
export function readReviews(db: SqlDatabase): Reading {
  return {
    listReviewComments: (taskId) => db.all(COMMENTS, [taskId]).map(toComment),
    isAcceptedChange: (taskId, tree) => db.get(IS_ACCEPTED, [taskId, tree]) !== undefined,
  };
}

/** Writes `review_comments` and `accepted_changes`. */
export function writeReviews(db: SqlDatabase): Writing {
  return {
    addReviewComment: ({ id, taskId, place, text: said, at }) => {
      db.run(ADD, [id, taskId, place === undefined ? null : JSON.stringify(place), said, at]);
    },
    editReviewComment: (id, said) => db.run(EDIT, [id, said]) === 1,
    removeReviewComment: (id) => db.run(REMOVE, [id]) === 1,
    sendReviewComments: (taskId, { id, number }) => void db.run(SEND, [taskId, number, id]),
    addAcceptedChange: (taskId, tree) => void db.run(ACCEPT, [taskId, tree]),
    clearAcceptedChanges: (taskId) => void db.run(CLEAR, [taskId]),
  };
}

function toComment(row: Row): ReviewComment {
  return {
    id: text(row, 'id'),
    taskId: text(row, 'task_id'),
    ...(row['place'] === null ? {} : { place: json(row, 'place') as ReviewComment['place'] }),
    text: text(row, 'text'),
    at: text(row, 'at'),
    ...(row['turn'] === null ? {} : { sentBack: integer(row, 'turn') }),
  } as ReviewComment;
}
