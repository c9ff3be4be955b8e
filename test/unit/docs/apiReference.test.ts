import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';

const DOCS = resolve(__dirname, '../../../docs');

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

describe('the API reference', () => {
  it('describes every public name', () => {
    const { entryPoints } = JSON.parse(readFileSync(join(DOCS, 'typedoc.json'), 'utf8')) as {
      readonly entryPoints: readonly string[];
    };
    const text = globSync([...entryPoints], { cwd: DOCS, absolute: true })
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const declared = new Set(
      [
        ...text.matchAll(/^export (?:abstract )?(?:class|interface|type|function|const) (\w+)/gm),
        ...text.matchAll(/^ {2}(?:readonly |async )*(\w+)[(:<]/gm),
      ].map((match) => match[1]),
    );
    assert.deepEqual(
      PUBLIC.filter((name) => !declared.has(name)),
      [],
    );
  });
});
