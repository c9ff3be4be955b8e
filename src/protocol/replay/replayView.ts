import type { ProvingStep, StepDetectorName, StepVerdict } from '../../model/steps/step';
import type { StepLimits } from '../../model/config/stepLimits';

/** Maximum number of listed runs, those with findings first; others are only counted. */
export const MAX_LISTED_RUNS = 1_000;
/** Maximum length of a run's id, in characters, since it may be any text of the file. */
export const MAX_RUN_ID = 500;
/** Maximum number of listed file problems; others are only counted. */
export const MAX_LISTED_PROBLEMS = 200;

/** First step at which a detector fired in a run, with the strongest level that it reached. */
export interface FirstFire {
  readonly detector: StepDetectorName;
  readonly level: StepVerdict['level'];
  /** Number of the step. */
  readonly step: number;
}

/** A recorded run in the list. */
export interface RunLine {
  /** 0, 1, 2 … in the order in which runs were read; constant while the page is open. */
  readonly key: number;
  /** At most `MAX_RUN_ID` characters. */
  readonly id: string;
  /** The request, secrets masked, at most `MAX_ASKED` characters; absent if unknown. */
  readonly asked?: string;
  /** Full path of the source file. */
  readonly file: string;
  /** The agent, and when the recording began or was last written (ISO 8601, UTC); absent if unknown. */
  readonly agent?: string;
  readonly at?: string;
  readonly stepCount: number;
  /** What is said below its name; absent: its id, origin, file and length. */
  readonly facts?: string;
  /** One entry for each detector that fired, `stuck` ones first. */
  readonly fires: readonly FirstFire[];
  /** Number of steps that Devs would have saved by ending each turn at its `stuck` verdict. */
  readonly saved: number;
}

/** A problem in a file. */
export interface FileProblem {
  /** Its full path. */
  readonly file: string;
  /** 1-based; absent if the problem has no line. */
  readonly line?: number;
  readonly message: string;
}

/** Content of the replay page except the open run. JSON only. */
export interface ReplayView {
  /** Whether files are being read or the detectors run again. */
  readonly busy: boolean;
  /** It shows what was found and answered while a guarded session ran; absent for a replay. */
  readonly isProof?: true;
  readonly files: number;
  readonly limits: StepLimits;
  /** The limits of the workspace where the page was opened. */
  readonly usualLimits: StepLimits;
  readonly summary: {
    readonly runs: number;
    readonly steps: number;
    readonly stuck: number;
    /** Number of runs with only suspected loops. */
    readonly suspect: number;
    readonly saved: number;
  };
  /** Runs with findings first, at most `MAX_LISTED_RUNS`. */
  readonly runs: readonly RunLine[];
  /** At most `MAX_LISTED_PROBLEMS`. */
  readonly problems: readonly FileProblem[];
  readonly problemCount: number;
}

/** The steps of a run without their texts, by index. */
export interface RunTimeline {
  readonly key: number;
  readonly numbers: readonly number[];
  /** As `TimelineStep.group`; -1 if the call occurs only once. */
  readonly groups: readonly number[];
  /** One character for each step: its verdict, ' ' for none. */
  readonly levels: string;
  /** `SAVED_SIGN` for each step that ending its turn would have saved, ' ' for any other. */
  readonly saved: string;
  /** Length of what the agent wrote before each step, in characters, at most `MAX_WORDS`; 0 for nothing. */
  readonly words: readonly number[];
  /** The first `MAX_SHOWN_FIRES`. */
  readonly fires: readonly StepVerdict[];
  /** What a human could have done about each of them; '' for a suspicion. */
  readonly advice: readonly string[];
  /** What the agent was answered at each of them, as a sentence; absent in a replay. */
  readonly answers?: readonly string[];
  readonly fireCount: number;
}

/** Maximum length of the agent's words between steps, in characters. */
export const MAX_WORDS = 600;

/** The short texts of a step. */
export interface TimelineText extends ProvingStep {
  /** What the agent wrote before it, one line, secrets masked, at most `MAX_WORDS` characters; '' for nothing. */
  readonly words: string;
}

/** Maximum number of fires listed per run. */
export const MAX_SHOWN_FIRES = 500;
export const SAVED_SIGN = 'x';
/** Characters in `RunTimeline.levels` for steps with a verdict. */
export const LEVEL_SIGNS = { suspect: '?', stuck: '!' } as const satisfies Record<
  StepVerdict['level'],
  string
>;

/** Maximum length of each text of an opened step, in characters. */
export const MAX_DETAIL = 20_000;

/** A text of an opened step. */
export interface DetailText {
  /** At most `MAX_DETAIL` characters, secrets masked. */
  readonly text: string;
  /** Number of omitted characters after it. */
  readonly left: number;
}

/** A step of a run as its details show it. */
export interface StepDetails {
  readonly number: number;
  readonly tool: string;
  readonly call: DetailText;
  readonly result: DetailText;
  readonly thought: DetailText;
  /** The user message directly before it; absent for none. */
  readonly asked?: DetailText;
  /** Absent if unknown. */
  readonly error?: boolean;
}
