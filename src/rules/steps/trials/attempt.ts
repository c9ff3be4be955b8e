import type { KnownCall, KnownResult, ObservedStep } from '../calls/observedStep';
import { toFields } from '../effects/fields';
import { shareOfWords } from '../text/areSimilarCalls';
import { parseJson } from '../text/parseJson';
import { parseTags } from '../text/parseTags';
import { isNumber, type Words } from '../text/toWords';
import type { KnownEdit } from '../edits/knownEdit';
import { copyStart } from '../text/copyStart';
import { MAX_SAID, readIntention, type Intention } from './readIntention';

/** Minimum share of common words of two attempts at one place. */
const MIN_SHARE = 0.5;
/** Minimum length of a file name by which an edit is recognised in a command line. */
const MIN_NAME = 4;
/** Minimum length of a content by which attempts of two tools are recognised as one. */
const MIN_CONTENT = 3;
/** Lines by which two ranges may be apart and be one place. */
const MAX_GAP = 1;

type AttemptingStep = Pick<ObservedStep, 'step' | 'call' | 'edited'>;

/** What happened since the attempt before. */
interface Circumstances {
  /** What the agent said last. */
  readonly said: string;
  /** Number of new looks. */
  readonly looks: number;
}

/** What an agent did in order to change an outcome. */
export class Attempt {
  readonly number: number;
  private readonly call: KnownCall;
  /** Empty if the arguments do not state an edit. */
  readonly edits: readonly KnownEdit[];
  private knownArguments: Arguments | undefined;
  private knownIntention: Intention | undefined;
  /** What the agent said before it. */
  private readonly said: string;

  /** Number of new looks between the attempt before it and this one. */
  readonly looksBefore: number;
  /** Only its short answer lets it appear as a change. */
  readonly isGuess: boolean;

  constructor({ step, call, edited }: AttemptingStep, { said, looks }: Circumstances) {
    this.number = step.number;
    this.said = step.thought === '' ? said : copyStart(step.thought, MAX_SAID);
    this.looksBefore = looks;
    this.isGuess = call.effect.kind === 'looks';
    this.call = call;
    this.edits = edited?.edits.map(({ edit }) => edit) ?? [];
  }

  get tool(): string {
    return this.call.tool;
  }

  get args(): string {
    return this.call.args;
  }

  get intention(): Intention {
    return (this.knownIntention ??= readIntention(this.said));
  }

  get words(): Words {
    return this.call.words;
  }

  /** The texts that it puts there, if it states them in fields. */
  get contents(): readonly string[] {
    return this.arguments.contents;
  }

  /** The stated texts of its edits, which an outcome may echo. */
  get texts(): readonly string[] {
    return this.edits.flatMap(({ edit }) => [edit.before, edit.after]);
  }

  private get arguments(): Arguments {
    return (this.knownArguments ??= readArguments(this.args));
  }

  /** Whether both are attempts at one place, as far as the arguments show. */
  isAtPlaceOf(other: Attempt): boolean {
    if (this.edits.length > 0 && other.edits.length > 0)
      return this.edits.every((edit) => other.edits.some((each) => areAtOnePlace(edit, each)));
    if (this.tool !== other.tool && this.putsSameAt(other)) return true;
    if (this.edits.length > 0) return this.edits.every((edit) => other.names(edit));
    if (other.edits.length > 0) return other.edits.every((edit) => this.names(edit));
    return this.tool === other.tool && this.hasPlaceOf(other);
  }

  /** Whether both edit the same files. */
  isInFileOf(other: Attempt): boolean {
    return this.edits.every((edit) =>
      other.edits.some((each) => nameOf(each.edit.path) === nameOf(edit.edit.path)),
    );
  }

  /** Whether it replaces what the other one put there. */
  isRewriteOf(other: Attempt): boolean {
    return this.edits.some((edit) => other.edits.some((each) => isRewrite(edit, each)));
  }

  /** Whether the arguments name the edited file. */
  private names({ edit: { path } }: KnownEdit): boolean {
    const name = nameOf(path);
    return name.length >= MIN_NAME && this.args.includes(name);
  }

  /** Whether the same fields name the same things, or whether the command lines are alike. */
  private hasPlaceOf(other: Attempt): boolean {
    return (
      this.namesSameAs(other) ??
      (shareOfWords(this.words, other.words) >= MIN_SHARE && !isOtherItem(this.words, other.words))
    );
  }

  /** Whether a view with these arguments names nothing but the place of the attempt, which states what it puts there. */
  isNamedBy(args: string): boolean {
    const { place } = readArguments(args);
    const own = this.arguments;
    return (
      own.contents.length > 0 &&
      place.size > 0 &&
      [...place].every(([name, value]) => own.place.get(name) === value)
    );
  }

  /** Whether the same is put at a place that the same fields name. */
  private putsSameAt(other: Attempt): boolean {
    const isIn = (content: string, { args }: Attempt): boolean =>
      content.length >= MIN_CONTENT && args.includes(content);
    return (
      this.namesSameAs(other) === true &&
      (this.contents.some((each) => isIn(each, other)) ||
        other.contents.some((each) => isIn(each, this)))
    );
  }

  /** Whether the same fields name the same things; undefined if they have no field in common. */
  private namesSameAs(other: Attempt): boolean | undefined {
    const [a, b] = [this.arguments.place, other.arguments.place];
    const shared = [...a].filter(([name]) => b.has(name));
    if (shared.length === 0) return undefined;
    return (
      shared.every(([name, value]) => b.get(name) === value || isContent(name, value)) &&
      shared.some(([name, value]) => b.get(name) === value)
    );
  }
}

/** The fields of a call. */
interface Arguments {
  /** Short fields that say where something is written. */
  readonly place: ReadonlyMap<string, string | number>;
  readonly contents: readonly string[];
}

/** Fields that say what is written. */
const CONTENT =
  /^(?:text|values?|contents?|body|html|title|message|new_\w{1,20}|formula|data|query|sql|command|cmd|code|script|expression|chars|keys?|input)$/i;

/** Fields that say where something is written, also if their value is a text. */
const NAMES_PLACE =
  /id$|^(?:path|file\w{0,10}|name|key|ref|element|target|selector|slug|sheet|cell|range|row|col\w{0,4}|index|line\w{0,10}|x|y|url|host|tool_name|server_name)$/i;

/** Whether a field may say what is written. */
function isContent(name: string, value: string | number): boolean {
  return typeof value === 'string' && !NAMES_PLACE.test(name);
}

function readArguments(args: string): Arguments {
  const fields = toFields(parseJson(args)) ?? parseTags(args)?.fields ?? {};
  const entries = [fields, toFields(fields['arguments']) ?? {}].flatMap(Object.entries);
  const scalars = entries.filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return {
    place: new Map(scalars.filter(([name]) => !CONTENT.test(name))),
    contents: scalars.filter(([name]) => CONTENT.test(name)).map(([, value]) => String(value)),
  };
}

/** Whether each of two command lines has a number that the other lacks: the next item of a batch. */
function isOtherItem(a: Words, b: Words): boolean {
  const lacks = (words: Words, others: Words): boolean =>
    words.sorted.some((word) => isNumber(word) && !others.sorted.includes(word));
  return lacks(a, b) && lacks(b, a);
}

function areAtOnePlace(a: KnownEdit, b: KnownEdit): boolean {
  if (nameOf(a.edit.path) !== nameOf(b.edit.path)) return false;
  // Another cell or record would be another path.
  if (!a.hasFile) return true;
  const isFile = a.edit.target === 'file' && b.edit.target === 'file';
  if (!isFile && isRewrite(a, b)) return true;
  return shareOfWords(a.allWords, b.allWords) >= MIN_SHARE;
}

function isRewrite(a: KnownEdit, b: KnownEdit): boolean {
  if (nameOf(a.edit.path) !== nameOf(b.edit.path)) return false;
  if (a.shownLine !== undefined && a.shownLine === b.shownLine) return true;
  const [lines, others] = [a.edit.lines, b.edit.lines];
  if (lines !== undefined && others !== undefined)
    return lines.first <= others.last + MAX_GAP && others.first <= lines.last + MAX_GAP;
  if (a.edit.target === 'file' && b.edit.target === 'file') return true;
  if (a.edit.target !== 'text' || b.edit.target !== 'text') return false;
  return a.edit.before === b.edit.before || a.removed.some((line) => b.added.includes(line));
}

/** The last part of a path: agents name a file from different folders. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether attempts are at the place of earlier ones, or of the first of them. */
export function areAtPlace(attempts: readonly Attempt[], before: readonly Attempt[]): boolean {
  const known = before.length === 0 ? attempts.slice(0, 1) : before;
  return attempts.every((each) => known.some((other) => each === other || each.isAtPlaceOf(other)));
}

/** Whether a step tries to change something. */
export function isAttempt({
  call: { effect },
  edited,
  result,
  novelty,
}: Pick<ObservedStep, 'call' | 'edited' | 'result' | 'novelty'>): boolean {
  switch (effect.kind) {
    case 'edits':
      return edited?.isRefused === false;
    case 'changes':
      return result.kind !== 'failure';
    case 'acts':
      return novelty === 'call' && result.kind === 'answer';
    case 'looks':
      return novelty === 'call' && isAcknowledgement(result);
    case 'plans':
    case 'reads':
    case 'waits':
      return false;
    default:
      return effect satisfies never;
  }
}

/** What a tool says that did something. */
const ACKNOWLEDGEMENT = /^\W{0,4}(?:ok|done|true|(?:UPDATE|INSERT|DELETE) \d|COMMIT)\b/i;
const MAX_ACKNOWLEDGEMENT = 80;

function isAcknowledgement({ kind, text }: KnownResult): boolean {
  if (kind === 'nothing' || kind === 'done') return true;
  return kind === 'answer' && text.length <= MAX_ACKNOWLEDGEMENT && ACKNOWLEDGEMENT.test(text);
}
