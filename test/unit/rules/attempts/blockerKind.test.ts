import assert from 'node:assert/strict';
import type { BlockerKind } from '../../../../src/model/failure/blockerKind';
import { findBlockerKind } from '../../../../src/rules/attempts/blockerOwner';

const SAMPLES: Readonly<Record<BlockerKind, readonly string[]>> = {
  login: ['missing auth token', 'npm ERR! code ENEEDAUTH', 'STRIPE_SECRET_KEY is not set'],
  limit: ['the API rate limit was reached', 'out of credits'],
  permission: ['waiting for approval of the maintainer', 'EACCES: permission denied, /etc/hosts'],
  disk: ['ENOSPC: no space left on device'],
  service: [
    'critic:design_system unavailable',
    'the staging database is down',
    'the search service is not available',
    'connect ECONNREFUSED 127.0.0.1:5432',
  ],
  tool: [
    'docker is not installed',
    'terraform: command not found',
    'no browser for the e2e tests',
    'program "./agent" does not exist. Install it; then resume the task.',
  ],
  dependency: [
    'the package left-shelf is not installed',
    'missing module for PDF export',
    'the module left-shelf at https://registry.example.com/a is not available',
  ],
  file: ['config/prod.yaml does not exist', 'the fixture files are missing'],
  decision: ['it is unclear which currency is meant', 'waiting for a decision about the format'],
  other: [
    'the moon is made of cheese',
    'the tests fail',
    'The file is here. Nothing is missing: it fails',
  ],
};

describe('the kind of a blocker', () => {
  for (const [kind, texts] of Object.entries(SAMPLES)) {
    for (const text of texts) {
      it(`of "${text}" is ${kind}`, () => {
        assert.equal(findBlockerKind(text), kind);
      });
    }
  }
});
