import assert from 'node:assert/strict';
import { configOf, HEAD, problemsOf } from './problemsOf';

describe('worktrees in devs.yaml', () => {
  it('are none unless it says so', () => {
    assert.equal(configOf(HEAD).isolation, undefined);
    assert.equal(configOf(`${HEAD}isolate: false\n`).isolation, undefined);
  });

  it('land as files unless it says otherwise', () => {
    assert.deepEqual(configOf(`${HEAD}isolate: true\n`).isolation, { land: 'files', copy: [] });
    assert.deepEqual(
      configOf(`${HEAD}isolate: true\nland: branch\nsetup: npm ci\ncopy: [.env]\n`).isolation,
      { land: 'branch', setup: 'npm ci', copy: ['.env'] },
    );
  });

  it('are there where several tasks work at once', () => {
    const { parallel, isolation } = configOf(`${HEAD}parallel: 3\nland: commit\n`);
    assert.deepEqual([parallel, isolation], [3, { land: 'commit', copy: [] }]);
    assert.equal(configOf(`${HEAD}parallel: 1\n`).isolation, undefined);
    assert.deepEqual(problemsOf(`${HEAD}parallel: 2\nisolate: false\n`), [
      'devs.yaml:4: "isolate" is false, but with `parallel: 2` each task works in a worktree of its own; remove one of the two.',
    ]);
    assert.match(problemsOf(`${HEAD}parallel: 0\n`)[0] ?? '', /whole number from 1 to 32/);
  });

  it('give no other key a meaning while there are none', () => {
    const about = (key: string): string =>
      `"${key}" is about tasks in worktrees; add \`isolate: true\` at the top level, or remove this.`;
    assert.deepEqual(problemsOf(`${HEAD}land: files\nsetup: npm ci\ncopy: []\n`), [
      `devs.yaml:3: ${about('land')}`,
      `devs.yaml:4: ${about('setup')}`,
      `devs.yaml:5: ${about('copy')}`,
    ]);
  });

  it('let verified work wait for a review, as the file or its task says', () => {
    const tasks = `tasks:
  - { id: a, goal: x }
  - { id: b, goal: x, review: false }
  - { id: c, goal: x, review: true }
`;
    const reviewed = (file: string): readonly string[] =>
      configOf(`${HEAD}${file}${tasks}`).tasks.flatMap(({ id, review }) => (review ? id : []));
    assert.deepEqual(reviewed('isolate: true\nreview: true\n'), ['a', 'c']);
    assert.deepEqual(reviewed('parallel: 2\n'), ['c']);
    const needs = (key: string): string =>
      `"${key}" is true, but only work in a worktree can wait for a review before it lands; add \`isolate: true\` at the top level, or remove this.`;
    assert.deepEqual(problemsOf(`${HEAD}review: true\n${tasks}`), [
      `devs.yaml:3: ${needs('review')}`,
      `devs.yaml:7: ${needs('tasks[2].review')}`,
    ]);
  });

  it('copy nothing from outside of the workspace', () => {
    assert.deepEqual(problemsOf(`${HEAD}isolate: true\ncopy: [../secrets]\n`), [
      'devs.yaml:4: "copy[0]" is "../secrets"; it must be a file or pattern inside the workspace, relative to it and with "/", such as build/**/TEST-*.xml.',
    ]);
    assert.match(
      problemsOf(`${HEAD}isolate: true\nland: push\n`)[0] ?? '',
      /"files", "commit" or "branch"/,
    );
  });
});
