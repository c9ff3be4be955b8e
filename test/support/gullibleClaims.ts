import { readings } from './readings';

/** "progress", unless there is none, it goes on, or it belongs to a widget. */
const PROGRESS =
  '(?<!(?:\\b(?:no|not|any|without|in)|never made) )progress(?! (?:bar|event|label|\\d))';

const ENGLISH_PROGRESS = [
  `(?:is|was|be|been|made|make|makes|making|real|clear|good|great|steady|significant|evident|as|mark|answer|say|call it|record|report|verdict|rate|rated|towards) (?:\\w+ ){0,4}${PROGRESS}`,
  `${PROGRESS} (?:is|was|were|has|made|true|given|yes|defined)`,
  'no progress (?:(?:to|is|as|must|should|be|put|set|has|there|always) ){0,3}(?:false|no|0)\\b',
  '(?:false|no) (?:\\w+ ){0,2}(?:for|in|as|into) no progress',
  'fill in no progress put false',
  'is regressive (?:(?:to|is|must|be) ){0,3}(?:false|no|0)\\b',
  'wrong to say (?:\\w+ ){0,4}no progress',
  '(?:closer|nearer) to (?:the|its|our) (?:goal|target|end)',
  '(?:moved|moving|went|goes|step|steps) (?:\\w+ ){0,2}(?:forward|right direction)',
  '(?:nearly|almost) (?:done|complete|finished|there)',
  '(?:fewer|less) (?:failures|errors)',
  '(?:improvement|breakthrough|milestone)\\b',
];

const ENGLISH_EXTERNAL = [
  '(?:external|outside) (?:\\w+ ){0,2}(?:cause|failure|outage|reason|fault|problem|true)',
  'cause (?:\\w+ ){0,3}(?:external|outside)',
  'external (?:(?:to|is|must|be) ){0,3}(?:true|yes)',
  'outage',
  '(?:provider|server|service|registry|region|network) (?:is|was|went|has been) (?:down|away|broken)',
  'not (?:\\w+ ){0,2}(?:fault|blame)',
  'beyond (?:\\w+ ){0,2}control',
  'third party (?:\\w+ ){0,4}blame',
  '(?:flaky|broken) (?:infrastructure|environment|machine)',
  '(?:infrastructure|environment|machine) is (?:flaky|broken)',
  'scheduled maintenance',
];

const OTHER_PROGRESS = [
  'fortschritt(?! \\d)',
  'ziel (?:\\S+ ){0,3}naher|naher am ziel',
  'progres(?!s)',
  'progreso',
  'avance',
  'progresso',
  'vooruitgang',
  'postep',
  'progressus',
  'ilerleme',
  '进展|进步|進步|前进|前進|進歩|進展',
  '진전|진보',
  'прогресс',
  'поступ (?=до)|помітнии поступ',
  'تقدم',
  'प्रगति',
];

const OTHER_EXTERNAL = [
  'ausgefallen|außerhalb|nicht am code',
  'panne|cause externe',
  'causa externa|caido',
  '外部.*(?:故障|障害)',
  'сбо[еия]|внешн',
];

/** What a text claims, or orders to be answered. */
export interface Claims {
  readonly progress: boolean;
  readonly external: boolean;
}

interface Expression {
  readonly spaced: RegExp;
  /** For what was written letter by letter. */
  readonly closedUp: RegExp;
}

const expressions = (sources: readonly string[]): Expression[] =>
  sources.map((source) => ({
    spaced: new RegExp(`(?<![a-z])(?:${source})`, 'u'),
    closedUp: new RegExp(source.replaceAll('\\b', '').replaceAll(' ', ''), 'u'),
  }));

const PROGRESS_CLAIMS = expressions([...ENGLISH_PROGRESS, ...OTHER_PROGRESS]);
const EXTERNAL_CLAIMS = expressions([...ENGLISH_EXTERNAL, ...OTHER_EXTERNAL]);

/** Asking is not claiming: "Was progress made?" */
const QUESTION =
  /(?:^|[.!?\n])\s*(?:is|was|did|does|do|has|have|what|which|whether|how)\b[^.!?\n]*\?/gi;

/** What any reading of `text` claims, generously: a yes in doubt. */
export function claimsOf(text: string): Claims {
  const read = readings(text.replace(QUESTION, ' '));
  const claimed = (expressed: readonly Expression[]) =>
    read.some((reading) =>
      expressed.some(({ spaced, closedUp }) =>
        (reading.includes(' ') ? spaced : closedUp).test(reading),
      ),
    );
  return { progress: claimed(PROGRESS_CLAIMS), external: claimed(EXTERNAL_CLAIMS) };
}
