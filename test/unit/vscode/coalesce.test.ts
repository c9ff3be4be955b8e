import { equal, notEqual, rejects } from 'node:assert/strict';
import { coalesce } from '../../../src/vscode/folders/coalesce';

/** Work whose runs end when the test says so. */
function manualWork(): { readonly work: () => Promise<number>; readonly end: (() => void)[] } {
  const end: (() => void)[] = [];
  const work = (): Promise<number> => {
    const number = end.length + 1;
    return new Promise((resolve) => end.push(() => resolve(number)));
  };
  return { work, end };
}

describe('coalesced work', () => {
  it('runs once for many calls during a run, afterwards', async () => {
    const { work, end } = manualWork();
    const request = coalesce(work);
    const first = request();
    const [second, third] = [request(), request()];
    equal(end.length, 1);
    equal(second, third);
    end[0]!();
    equal(await first, 1);
    await Promise.resolve();
    equal(end.length, 2);
    end[1]!();
    equal(await second, 2);
    equal(end.length, 2);
  });

  it('starts anew for a call after the end', async () => {
    const { work, end } = manualWork();
    const request = coalesce(work);
    const first = request();
    end[0]!();
    await first;
    const second = request();
    notEqual(first, second);
    end[1]!();
    equal(await second, 2);
  });

  it('goes on after a run that failed', async () => {
    let runs = 0;
    const request = coalesce(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('no')) : Promise.resolve(runs);
    });
    const [first, second] = [request(), request()];
    await rejects(first, /no/);
    equal(await second, 2);
  });
});
