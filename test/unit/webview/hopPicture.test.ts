import assert from 'node:assert/strict';
import {
  describeGraph,
  describeHopCount,
  pictureEdges,
  pictureRequests,
} from '../../../webview/hopPicture';
import { edgeHop, requestHop, restingHops, taskHops } from './hopTasks';

describe('the picture of hops', () => {
  it('has a label and a level for each edge, and the one that is taken', () => {
    assert.deepEqual(pictureEdges(taskHops()), [
      { role: 'researcher', label: '⚠ 5/5', level: 'full', atWork: false },
      { role: 'coder', label: '2/5', level: 'low', atWork: true },
      { role: 'verifier', label: '2/3', level: 'high', atWork: false },
    ]);
    assert.ok(pictureEdges(restingHops()).every(({ atWork }) => !atWork));
  });

  it('keeps an edge at work while its agent asks another one', () => {
    const coder = edgeHop(1, 'coder', { outcome: 'running' });
    const asks = requestHop(2, { outcome: 'running' });
    const hops = taskHops({ newest: [coder, asks], current: asks });
    assert.deepEqual(
      pictureEdges(hops).flatMap(({ role, atWork }) => (atWork ? [role] : [])),
      ['coder'],
    );
    assert.deepEqual(pictureRequests(hops), [
      { from: 'backend', to: 'security', total: 3, repeated: 2, atWork: true },
    ]);
    assert.equal(pictureRequests(taskHops())[0]?.atWork, false);
  });

  it('is told in words', () => {
    const edges = [{ edge: 'planner_to_coder', count: 0, limit: 5, total: 0 }] as const;
    assert.equal(
      describeGraph({ ...restingHops(), edges }),
      'How often the planner handed work over without progress: to coder 0 of 5.',
    );
    assert.equal(
      describeHopCount(taskHops(), false),
      '4 of 30 hops (calls between agents) in this turn',
    );
    assert.equal(
      describeHopCount(restingHops(), true),
      '4 of 30 hops (calls between agents) in this turn',
    );
    assert.equal(
      describeHopCount(restingHops(), false),
      '4 of 30 hops (calls between agents) in the last turn',
    );
  });
});
