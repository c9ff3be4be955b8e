import type { StepDetectorName, StepVerdict } from '../../model/steps/step';
import type { StepLimits } from '../../model/config/stepLimits';

/** Most runs that the list shows, those with findings first; the rest is only counted. */
export const MAX_LISTED_RUNS = 1_000;
/** Longest id of a run, in characters: it may be any text of the file. */
export const MAX_RUN_ID = 500;
/** Most problems of files that are shown; the rest is only counted. */
export const MAX_LISTED_PROBLEMS = 200;

/** The first time that a detector fired in a run, at the strongest level that it came to. */
export interface FirstFire {
  readonly detector: StepDetectorName;
  readonly level: StepVerdict['level'];
  /** Number of the step. */
  readonly step: number;
}

/** A recorded run in the list. */
export interface RunLine {
  /** 0, 1, 2 … in the order in which runs were read; the same while the page is open. */
  readonly key: number;
  /** `MAX_RUN_ID` characters at most. */
  readonly id: string;
  /** What it was asked for, secrets masked, `MAX_ASKED` characters at most; absent where nobody told. */
  readonly asked?: string;
  /** The file it was read from, its whole path. */
  readonly file: string;
  readonly stepCount: number;
  /** One for each detector that fired, `stuck` ones first. */
  readonly fires: readonly FirstFire[];
  /** Steps that would not have been taken had Devs ended each turn where it was stuck. */
  readonly saved: number;
}

/** What is wrong in a file. */
export interface FileProblem {
  /** Its whole path. */
  readonly file: string;
  /** 1-based; absent where no line can be named. */
  readonly line?: number;
  readonly message: string;
}

/** What the replay page shows besides the run that is open. JSON only. */
export interface ReplayView {
  /** True while files are read or the detectors look at them again. */
  readonly busy: boolean;
  readonly files: number;
  readonly limits: StepLimits;
  /** The limits that hold where the page was opened. */
  readonly usualLimits: StepLimits;
  readonly summary: {
    readonly runs: number;
    readonly steps: number;
    readonly stuck: number;
    /** Runs of which something is only suspected. */
    readonly suspect: number;
    readonly saved: number;
  };
  /** Those with findings first, `MAX_LISTED_RUNS` at most. */
  readonly runs: readonly RunLine[];
  /** `MAX_LISTED_PROBLEMS` at most. */
  readonly problems: readonly FileProblem[];
  readonly problemCount: number;
}

/** The steps of a run without their texts; which step stands at a place says its index. */
export interface RunTimeline {
  readonly key: number;
  readonly numbers: readonly number[];
  /** As `TimelineStep.group`; -1 where the call occurs only once. */
  readonly groups: readonly number[];
  /** A sign for each step: what was found with it, ' ' for nothing. */
  readonly levels: string;
  /** `SAVED_SIGN` for each step that would not have been taken had Devs ended its turn, ' ' for any other. */
  readonly saved: string;
  /** The first `MAX_SHOWN_FIRES`. */
  readonly fires: readonly StepVerdict[];
  readonly fireCount: number;
}

/** Most fires that are listed of one run. */
export const MAX_SHOWN_FIRES = 500;
export const SAVED_SIGN = 'x';
/** What stands in `RunTimeline.levels` for a step with which something was found. */
export const LEVEL_SIGNS = { suspect: '?', stuck: '!' } as const satisfies Record<
  StepVerdict['level'],
  string
>;

/** Characters of each text of an opened step. */
export const MAX_DETAIL = 20_000;

/** A text of an opened step. */
export interface DetailText {
  /** `MAX_DETAIL` characters at most, secrets masked. */
  readonly text: string;
  /** Characters that come after it. */
  readonly left: number;
}

/** A step of a run as its details show it. */
export interface StepDetails {
  readonly number: number;
  readonly tool: string;
  readonly call: DetailText;
  readonly result: DetailText;
  readonly thought: DetailText;
  /** What the user said right before it; absent where nobody spoke. */
  readonly asked?: DetailText;
  /** Absent where nobody said. */
  readonly error?: boolean;
}
