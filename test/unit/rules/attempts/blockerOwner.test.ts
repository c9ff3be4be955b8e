import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findBlockerOwner } from '../../../../src/rules/attempts/blockerOwner';
import { anyCodePoint } from '../../../support/anyCodePoint';

/** What only a human can resolve, by what they are told. */
const HUMAN: Readonly<Record<string, readonly string[]>> = {
  'it needs a login or a key': [
    'missing auth token',
    'No API key for the payment provider in the environment',
    'STRIPE_API_KEY is not set',
    'Need valid AWS credentials to run the Terraform plan',
    'npm publish requires a login (npm login has not been run)',
    'not logged in to the GitHub CLI; run `gh auth login`',
    'The OPENAI_API_KEY environment variable is missing, so the embedding call cannot be exercised.',
    'Cannot clone the submodule: no SSH key available for git@github.com',
    'The database password was not provided',
    'Docker Hub returned 401 Unauthorized, credentials needed',
    'private registry rejects the token as expired',
    'Waiting for a service account key from you',
    'I do not have credentials for the staging environment',
    'The Figma access token has expired',
    'Two-factor code required to sign in to the vendor portal',
    'The integration tests need an API key for Mapbox',
    'e2e suite cannot start because SENTRY_AUTH_TOKEN is not configured',
    'The GCP service account is missing',
    'Authentication required by the upstream package feed',
    'missing secrets in CI: NPM_TOKEN',
    'Please provide the SMTP password',
    'You must log in to Firebase first',
    'fatal: could not read Username for https://github.com: terminal prompts disabled',
    'ERROR: Invalid API key',
    'sudo asks for a password that I do not have',
    'license key for the charting library is missing',
    'npm publish fails with ENEEDAUTH',
    'the vault is sealed and I do not have an unseal key',
    'certificate for code signing is not available',
    'two-factor code prompt blocks login',
    '403 Forbidden while fetching the artifact',
    'credentials for the test database unknown',
    'the vendor account was suspended',
    'trial expired',
  ],
  'a limit or a budget of a service is used up': [
    'GitHub API rate limit exceeded',
    'Hit the OpenAI quota, retry tomorrow',
    'Rate limited by the npm registry',
    'We are out of credits on the translation service',
    '429 Too Many Requests from api.github.com',
    'monthly quota for the maps API is used up',
    'The Docker Hub pull rate limit has been reached',
    'Insufficient credits to call the model',
    'blocked by the hourly request limit of the CRM',
    'usage limit reached, resets at 5pm',
    'billing is not enabled for this Google Cloud project',
    'insufficient_quota',
    'Docker Hub pull rate limit',
    'the sandbox account needs a credit card',
    'credit card declined',
  ],
  'it needs a permission or an approval': [
    'Permission denied: cannot write to /etc/hosts',
    "EACCES: permission denied, mkdir '/usr/local/lib'",
    'I am not allowed to run `docker build` in this sandbox',
    'Need your approval to delete the legacy tables',
    'Waiting for sign-off from the security team',
    'The sandbox blocks outgoing connections',
    'The tool call was rejected by the permission policy',
    'No write permission on the shared volume',
    'No access to the production cluster',
    'The Bash command was not approved',
    'Editing .github/workflows requires explicit permission from the maintainer',
    'Network access is denied by the sandbox',
    'dropping the column requires human confirmation',
    'I lack the privileges to create the database role',
    'operation not permitted: chown',
    'changes to the public API must be approved by the platform team',
    'pushing to main is forbidden by the branch policy',
    "I can't push: remote rejected (protected branch)",
    'permission to edit files outside the workspace was refused',
    'Outbound internet is blocked by firewall policy',
    'hook blocked my commit: policy forbids',
    'edits to this file are forbidden by CLAUDE.md',
    'the user said not to touch the config',
    'read-only file system',
    'cannot access ~/.ssh',
    'vpn connection is needed to reach the host',
    'Awaiting human decision about the schema',
  ],
  'you cancelled it': [
    'Cancelled by the user',
    'The user rejected the edit to package.json',
    'The developer asked me to stop before the migration',
    'interrupted by user',
    "The user doesn't want to proceed with this tool use",
    'You declined the destructive migration',
    'user pressed escape and stopped the command',
  ],
  'the disk is full': ['no space left on device', 'ENOSPC while writing the build cache'],
};

/** What the agent can work around, stub or build by itself, much of it in the words above. */
const WORK: readonly string[] = [
  'critic:design_system unavailable',
  'critic:leakage unavailable',
  'the token parser is unfinished',
  'permission model test fails',
  'pdflatex is not installed',
  'module ./billing/invoice does not exist yet',
  'The stub for the mail service is missing',
  'rate limiter middleware has no tests and throws in CI',
  'unexpected token in src/parser.ts line 40',
  'SyntaxError: Invalid or unexpected token',
  'the login page component is missing',
  'login test times out after 30 s',
  'password hashing helper is not exported',
  'Test "rejects an expired token" fails',
  "the spec 'returns 403 without permission' is red",
  'the API key validation function returns undefined',
  'credentials module cannot be imported: circular dependency',
  'design tokens are missing from the theme package',
  'the permissions table migration has not been written',
  'The access control matrix in the docs contradicts the code',
  'approval workflow state machine is incomplete',
  'user cancelled event handler is never called',
  'quota calculation is off by one',
  'the quota field is missing in the response schema',
  'jq is missing on this machine',
  'Playwright browsers are not downloaded',
  'The upstream task T3.4.1 has not delivered the schema',
  'tests fail because the fixture file users.json is missing',
  'no network in the container, so packages cannot be downloaded',
  'The build script expects Node 22, Node 18 is installed',
  'flaky test in checkout.spec.ts',
  'TypeScript error TS2345 in auth/permissions.ts',
  'handler for missing credentials is not implemented',
  'expects 401 but gets 200 when the token is missing',
  'src/auth/token.ts:12: missing token type',
  'the requirement does not say which currency to use',
  'primary key missing on table orders',
  'the secret santa feature has no design',
  'authentication middleware from task add-auth does not exist yet',
  'CSRF token missing in the form template',
  'The lexer returns no token for the closing bracket',
  'session store interface is undefined',
  'the rate limit is hard-coded in three places and cannot be tested',
  'key binding module conflicts with the editor',
  'git merge conflict in src/login.ts',
  'ECONNREFUSED 127.0.0.1:5432: the database is not running',
  'Chromium crashes on start',
  'the approve button has no accessible name',
  'the permission dialog snapshot is outdated',
  'Cannot find module "@acme/tokens"',
  'the limit of 100 items per page breaks the export test',
  'account balance is computed with floats',
  'no mock for the credentials provider',
  'OAuth callback route is not registered',
  'the budget report query is too slow',
  'credit card form validation fails',
  'credit card number regex rejects Amex',
  'request blocked by CORS policy in the dev server',
  'inline script blocked by Content Security Policy',
  'the retry policy forbids a delay of zero',
  'account locked screen is missing',
  'trial expired banner does not render',
  'protected branch rules parser crashes',
  'read-only filesystem mock is missing',
  'user pressed escape handler is never called',
  'signing key generator is broken',
  'the permission to delete is missing in the role enum',
  'rate limit of the fake API server is wrong in the fixture',
  'decision table for discounts is incomplete',
];

describe('blockerOwner', () => {
  for (const [why, sentences] of Object.entries(HUMAN)) {
    for (const sentence of sentences) {
      it(`is the human's, ${why}: ${sentence}`, () => {
        const found = findBlockerOwner(sentence);
        assert.ok(found.owner === 'human');
        assert.equal(found.why, why);
        assert.match(found.remedy, /[Rr]esume/);
      });
    }
  }

  for (const sentence of WORK) {
    it(`is the work's: ${sentence}`, () => {
      assert.deepEqual(findBlockerOwner(sentence), { owner: 'work' });
    });
  }

  it('does not mind case, marks and white space around', () => {
    assert.equal(findBlockerOwner('  MISSING   AUTH TOKEN.  ').owner, 'human');
    assert.equal(findBlockerOwner('**Permission denied** by the sandbox').owner, 'human');
    assert.equal(findBlockerOwner('').owner, 'work');
  });

  it('answers for any text, and takes no longer for a hostile one', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 500 }), (text) => {
        assert.match(findBlockerOwner(text).owner, /^(?:work|human)$/);
      }),
    );
    for (const piece of ['no ', 'need the ', 'rate limit ', 'token ', 'a_', '"x ', 'A_KEY '])
      assert.match(findBlockerOwner(piece.repeat(100_000)).owner, /^(?:work|human)$/);
  });
});
