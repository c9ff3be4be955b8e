import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { GREP_VARIABLE, type SuiteReport, type TestResult } from './report';
import { sourcePositions } from './sourcePositions';

const TEST_TIMEOUT_MS = 30_000;

function describeError(error: unknown): string {
  return error instanceof Error ? sourcePositions(error.stack ?? error.message) : String(error);
}

function result(test: Mocha.Runnable, state: TestResult['state'], error?: unknown): TestResult {
  const base = { path: test.titlePath(), state, durationMs: test.duration ?? 0 };
  return error === undefined ? base : { ...base, error: describeError(error) };
}

/** Mocha is loaded from beside the bundle: it does not survive being bundled. */
async function suite(): Promise<Mocha> {
  const { default: Mocha } = await import('mocha');
  const grep = process.env[GREP_VARIABLE];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: TEST_TIMEOUT_MS,
    reporter: Mocha.reporters.Base, // prints nothing: the report is printed outside
    ...(grep === undefined ? {} : { fgrep: grep }),
  });
  const folder = join(__dirname, 'tests');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.test.js')) mocha.addFile(join(folder, file));
  }
  return mocha;
}

/** Runs every bundled test file in this extension host. Never throws: what goes wrong is part of the report. */
export async function runSuite(): Promise<SuiteReport> {
  const results: TestResult[] = [];
  try {
    process.setSourceMapsEnabled(true);
    const mocha = await suite();
    await new Promise<void>((done) => {
      mocha
        .run(() => done())
        .on('pass', (test) => results.push(result(test, 'passed')))
        .on('pending', (test) => results.push(result(test, 'pending')))
        .on('fail', (test, error) => results.push(result(test, 'failed', error)));
    });
    return { vscode: vscode.version, results };
  } catch (error) {
    return { vscode: vscode.version, results, broken: describeError(error) };
  }
}
