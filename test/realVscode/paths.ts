import { resolve } from 'node:path';

/** The repository's root, absolute. */
export const repoRoot = resolve(__dirname, '../..');

/** Where everything downloaded for running a real VS Code is kept; git-ignored, may be deleted at any time. */
export const cacheDir = resolve(repoRoot, '.vscode-test');

/** Where screenshots and reports of test runs go; git-ignored. */
export const resultsDir = resolve(repoRoot, 'test-results');
