/**
 * How much the tests do: `npm test` plays a small part of what is random, long or slow to install; `npm run test:long`
 * sets DEVS_TEST_SCALE=full and plays all of it.
 */
export const isFullScale = process.env['DEVS_TEST_SCALE'] === 'full';

/** The first in `npm test`, the second in `npm run test:long`. */
export function scaled<T>(small: T, full: T): T {
  return isFullScale ? full : small;
}

/**
 * Flags for Node when it starts `devs` or VS Code. V8 compiles SQLite's WebAssembly a second time, for speed, which
 * takes more processor time than all else that a `devs` of a second does; at full scale both start as users start them.
 */
export const NODE_FLAGS: readonly string[] = scaled(['--liftoff-only'], []);

/** One in so many of these at small scale, all of them at full scale; the first is always there. */
export function everyNth<T>(n: number, all: readonly T[]): readonly T[] {
  return isFullScale ? all : all.filter((_, at) => at % n === 0);
}

/** A suite that only `npm run test:long` has. */
export function describeAtFullScale(title: string, define: (this: Mocha.Suite) => void): void {
  if (isFullScale) describe(title, define);
}

/** A test that only `npm run test:long` has. */
export function itAtFullScale(title: string, test: Mocha.AsyncFunc | Mocha.Func): void {
  if (isFullScale) it(title, test);
}

/** How often, and on how much, the suites of `test/property` try; each count stands here and nowhere else. */
export const COUNTS = {
  /** Trees that are restored, for each property. */
  restoredTrees: scaled(30, 300),
  /** One in so many file operations of a restore is where it is killed or fails. */
  restoreStride: scaled(13, 1),
  /** One in so many file operations of a restore is where a folder is exchanged for a link. */
  swapStride: scaled(61, 1),
  /** One in so many steps of the holder of a state is where it is killed. */
  holderStride: scaled(5, 1),
  /** One in so many states that a power cut may leave is opened. */
  powerCutStride: scaled(7, 1),
  /** Contests for a lease. */
  leaseContests: scaled(8, 60),
  /** Ways in which the newest database is damaged. */
  damagedDatabases: scaled(8, 60),
  /** Ways in which both databases are damaged. */
  damagedPairs: scaled(8, 80),
  /** Events that meet a task in any state, for each property. */
  transitions: scaled(2_000, 20_000),
  /** Titles and reasons of notifications. */
  notifications: scaled(500, 20_000),
  /** Tasks of a random schedule. */
  scheduledTasks: scaled(60, 1_000),
  /** Runs of tasks with roles, for each property. */
  roleRuns: scaled(8, 60),
  /** Runs in which agents ask each other. */
  askingRuns: scaled(4, 20),
  /** Such runs in which every turn measures progress. */
  progressingRuns: scaled(2, 8),
  /** Histories that are rewound, for each property of the plan. */
  plannedRewinds: scaled(100, 1_000),
  /** Histories that are played with real files and git, and rewound. */
  rewoundHistories: scaled(40, 1_000),
  /** Histories with pivots at which files return, for each property. */
  pivotHistories: scaled(12, 150),
  /** Schedules of tasks in several lanes. */
  laneSchedules: scaled(60, 1_500),
  /** Trees that a setup makes and another worktree gets. */
  setupTrees: scaled(12, 200),
  /** Schedules of edits around landings. */
  landingSchedules: scaled(12, 500),
  /** Histories of which old turns are forgotten, for each property. */
  forgottenHistories: scaled(200, 2_000),
  /** Documents that the validator and the JSON schema must judge alike. */
  judgedDocuments: scaled(200, 2_000),
  /** Documents that are nearly right. */
  nearlyRightDocuments: scaled(200, 1_000),
  /** Streams of steps in each format. */
  streams: scaled(60, 500),
  /** Characters in the longest line of a stream. */
  streamLine: scaled(8_000_000, 40_000_000),
  /** Runs of steps of any kind. */
  stepRuns: scaled(60, 400),
  /** Long runs of steps of any kind. */
  longStepRuns: scaled(10, 50),
  /** Characters of a hostile text in one field of a step. */
  stepText: scaled(200_000, 1_000_000),
  /** Characters of hostile output, of which a signature is made. */
  signatureText: scaled(2_000_000, 10_000_000),
  /** Outputs of any text, of which a signature is made. */
  signatures: scaled(100, 500),
  /** Runs that are longer than the memory of their process have one in so many steps. */
  longRunShare: scaled(10, 1),
  /** Outputs of test runners that are cut, mixed and repeated. */
  runnerOutputs: scaled(40, 200),
  /** Reports of test runners with anything inside, of each kind. */
  reports: scaled(80, 10_000),
  /** Recordings with anything inside, of each format and for each of two ways to damage it. */
  recordings: scaled(6, 5_000),
  /** Answers of models with anything inside, of each kind. */
  answers: scaled(200, 10_000),
  /** Histories of calls of which the usage is added up. */
  usedSums: scaled(40, 2_000),
  /** Payloads of hooks with anything inside, of each agent. */
  hookPayloads: scaled(1_000, 20_000),
  /** Messages in the inbox with anything inside. */
  messages: scaled(200, 10_000),
  /** Texts with secrets, for each property. */
  maskedTexts: scaled(300, 10_000),
  /** Messages of services outside, put together of parts. */
  outsideMessages: scaled(150, 1_000),
};
