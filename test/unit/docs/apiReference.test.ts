import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const COMMITTED = join(ROOT, 'docs/api');
const TYPEDOC = join(ROOT, 'node_modules/typedoc/bin/typedoc');

/** The names that other tools and documents rely on. */
const PUBLIC = [
  ...['createLoopDetection', 'incrementEntropyCount', 'resetEntropyCount', 'getEntropyCount'],
  ...['isLoopDetected', 'issuePivotDirective', 'getPivotCount', 'suspendAgent'],
  ...['EntropyPauseGuard', 'recordFailure', 'resetFailures', 'FailureAnalysisReport'],
  ...['EntropyPausePresenter', 'StateController', 'OrchestrationLoop', 'LoopDetector'],
  ...['recordAttempt', 'detectLoop', 'applyRecovery', 'getStatus', 'recordCollaborationLoop'],
  ...['createEdgeGuard', 'checkEdge', 'LoopCounters', 'RunReport', 'Embedder'],
  ...['Attempt', 'LoopResult', 'LoopPolicy', 'Agent', 'Verifier', 'Store', 'Clock'],
];

/** Every page of a reference: its path, with slashes, and its text. */
function pagesIn(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
  return new Map(
    paths.map((path) => [
      relative(folder, path).replaceAll('\\', '/'),
      readFileSync(path, 'utf8').replaceAll('\r\n', '\n'),
    ]),
  );
}

describe('the API reference', () => {
  it('says what the docstrings say', () => {
    const out = mkdtempSync(join(tmpdir(), 'devs-api-'));
    try {
      const options = ['--options', join(ROOT, 'docs/typedoc.json'), '--out', out];
      execFileSync(process.execPath, [TYPEDOC, ...options, '--logLevel', 'Error'], { cwd: ROOT });
      const [fresh, committed] = [pagesIn(out), pagesIn(COMMITTED)];
      const stale = [...new Set([...fresh.keys(), ...committed.keys()])].filter(
        (page) => fresh.get(page) !== committed.get(page),
      );
      assert.deepEqual(stale, [], 'out of date: run `npm run docs:api` and commit docs/api');
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  }).timeout(120_000);

  it('has a heading for every public name', () => {
    const text = [...pagesIn(COMMITTED).values()].join('\n');
    const headings = new Set(
      [...text.matchAll(/^#+ (?:abstract )?(\w+)(?:\(\)|\\<.*)?$/gm)].map((match) => match[1]),
    );
    assert.deepEqual(
      PUBLIC.filter((name) => !headings.has(name)),
      [],
    );
  });

  it('names no place outside of the project: no address, no absolute path', () => {
    for (const [page, text] of pagesIn(COMMITTED)) {
      assert.doesNotMatch(text, /https?:|\/home\/|\/tmp\/|\/work\/|[A-Z]:\\/, page);
    }
  });

  it('has no link that leads nowhere', () => {
    const pages = pagesIn(COMMITTED);
    for (const [page, text] of pages) {
      for (const [, link = ''] of text.matchAll(/\]\(([^)#\s]+\.md)[^)]*\)/g)) {
        const target = join(page, '..', link).replaceAll('\\', '/');
        assert.ok(pages.has(target), `${page} links to ${target}`);
      }
    }
  });
});
