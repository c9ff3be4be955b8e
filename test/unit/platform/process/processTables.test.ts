import assert from 'node:assert/strict';
import { parseStat } from '../../../../src/platform/process/linuxProcessTable';
import { parsePs } from '../../../../src/platform/process/psProcessTable';
import { carriesMarker, markerValue } from '../../../../src/platform/process/turnMarker';
import { taskkillArguments } from '../../../../src/platform/process/systemProcesses';

/** Fields 7 to 24: `starttime` is the 22nd. */
const REST = '7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 777 23 24';

describe('a line of /proc/<pid>/stat', () => {
  const stat = (name: string, state: string): string => `42 (${name}) ${state} 7 40 39 ${REST}`;

  it('gives parent, group, session and start, whatever the name is', () => {
    for (const name of ['sh', 'a b', 'a) S 1 1 1 (', '']) {
      assert.deepEqual(parseStat(stat(name, 'S'))?.stat, {
        pid: 42,
        parent: 7,
        group: 40,
        session: 39,
        start: '777',
      });
    }
  });

  it('tells a zombie from what is alive, also when it is stopped', () => {
    assert.equal(parseStat(stat('sh', 'Z'))?.isAlive, false);
    assert.equal(parseStat(stat('sh', 'S'))?.isAlive, true);
    assert.equal(parseStat(stat('sh', 'T'))?.isAlive, true);
  });

  it('gives nothing for another text', () => {
    assert.equal(parseStat(''), undefined);
    assert.equal(parseStat('42 (sh) S 1'), undefined);
  });
});

describe('what ps prints', () => {
  const output = [
    '    1     0     1 Ss   Mon Jan  2 15:04:05 2006     /sbin/launchd',
    '  501     1   501 S+   Tue Feb 13 05:04:05 2024     node agent.js HOME=/Users/a b DEVS_TURN=outer/id-1 X=1',
    '  502   501   501 T    Tue Feb 13 05:04:06 2024     grep DEVS_TURN=id-10',
    '  503   501   501 Z    Tue Feb 13 05:04:06 2024     (sh)',
    '  504   501   504 S    Tue Feb 13 05:04:06 2024',
    'nonsense',
  ].join('\n');

  it('gives every process with its start, without zombies', () => {
    const entries = parsePs(output, 'id-1');
    assert.deepEqual(
      entries.map(({ pid }) => pid),
      [1, 501, 502, 504],
    );
    assert.deepEqual(entries[1], {
      pid: 501,
      parent: 1,
      group: 501,
      session: 0,
      start: 'Tue Feb 13 05:04:05 2024',
      marked: true,
    });
  });

  it('tells who carries the marker, exactly', () => {
    const marked = parsePs(output, 'id-1').filter((entry) => entry.marked);
    assert.deepEqual(
      marked.map(({ pid }) => pid),
      [501],
    );
    assert.deepEqual(
      parsePs(output, '').filter((entry) => entry.marked),
      [],
    );
  });
});

describe('the marker', () => {
  const block = (...entries: string[]): Buffer =>
    Buffer.from(entries.map((e) => `${e}\0`).join(''));

  it('is found as a whole value, also behind or before others', () => {
    assert.equal(carriesMarker(block('A=1', 'DEVS_TURN=id-1'), 'id-1'), true);
    assert.equal(carriesMarker(block('DEVS_TURN=outer/id-1'), 'id-1'), true);
    assert.equal(carriesMarker(block('DEVS_TURN=id-1/inner', 'B=2'), 'id-1'), true);
  });

  it('is not found in other variables or in other values', () => {
    for (const text of [
      'X=id-1',
      'DEVS_TURN=id-10',
      'XDEVS_TURN=id-1',
      'DEVS_TURN_X=id-1',
      'DEVS_TURN=',
    ]) {
      assert.equal(carriesMarker(block(text), 'id-1'), false, text);
    }
  });

  it('nests', () => {
    assert.equal(markerValue(undefined, 'b'), 'b');
    assert.equal(markerValue('', 'b'), 'b');
    assert.equal(markerValue('a', 'b'), 'a/b');
  });
});

describe('ending a tree on Windows', () => {
  it('is left to taskkill, with descendants and by force', () => {
    assert.deepEqual(taskkillArguments(4711), ['/T', '/F', '/PID', '4711']);
  });
});
