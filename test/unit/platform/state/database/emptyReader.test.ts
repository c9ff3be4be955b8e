import assert from 'node:assert/strict';
import { EMPTY_READER } from '../../../../../src/platform/state/database/emptyReader';
import { createMemoryStore } from '../../../../support/memoryStore';

describe('the empty reader', () => {
  it('answers as a database does in which nothing was recorded', async () => {
    const store = await createMemoryStore();
    assert.deepEqual(EMPTY_READER.getTask('t'), store.getTask('t'));
    assert.deepEqual(EMPTY_READER.listTasks(), store.listTasks());
    assert.deepEqual(EMPTY_READER.listTurns('t'), store.listTurns('t'));
    assert.deepEqual(EMPTY_READER.countTurns('t'), store.countTurns('t'));
    assert.deepEqual(EMPTY_READER.listRunningTurns(), store.listRunningTurns());
    assert.deepEqual(EMPTY_READER.listPivots('t'), store.listPivots('t'));
    assert.deepEqual(EMPTY_READER.getFailures('t'), store.getFailures('t'));
    assert.deepEqual(
      EMPTY_READER.isAbandoned('t', 'reply', 'x'),
      store.isAbandoned('t', 'reply', 'x'),
    );
    assert.deepEqual(EMPTY_READER.latestReport('t'), store.latestReport('t'));
    assert.deepEqual(EMPTY_READER.listHints('t'), store.listHints('t'));
    assert.deepEqual(EMPTY_READER.getRunStatus(), store.getRunStatus());
    assert.deepEqual(EMPTY_READER.listEvents(5), store.listEvents(5));
    assert.deepEqual(EMPTY_READER.listQueue(), store.listQueue());
    assert.deepEqual(EMPTY_READER.listEventsNamed([]), store.listEventsNamed(['run_started']));
    assert.deepEqual(EMPTY_READER.listAttempts({}), store.listAttempts({}));
    assert.deepEqual(EMPTY_READER.newestAttempt(), store.newestAttempt());
    assert.deepEqual(EMPTY_READER.countAttempts(), store.countAttempts());
    assert.deepEqual(EMPTY_READER.listAttemptTimes(), store.listAttemptTimes());
    assert.deepEqual(EMPTY_READER.listContextEntries({}), store.listContextEntries({}));
    assert.deepEqual(EMPTY_READER.listLessons(), store.listLessons());
    assert.deepEqual(EMPTY_READER.listVerifyArtefacts(), store.listVerifyArtefacts());
  });
});
