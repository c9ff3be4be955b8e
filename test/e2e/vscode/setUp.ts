import { endSharedVscode, sharedVscode } from './sharedVscode';

/** Loaded by `mocha --parallel --require`: starts what the processes of the suites share before the first of them. */
export async function mochaGlobalSetup(): Promise<void> {
  await sharedVscode();
}

/** Ends it after the last. */
export const mochaGlobalTeardown = endSharedVscode;
