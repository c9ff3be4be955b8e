const PLANS = /todo|plan|^think|scratchpad|^note(?!book)|memory|hypothes|update_topic/i;
const WAITS =
  /^(?:bash_?output|wait|sleep|poll|await|task_?output|read_terminal|get_terminal|check_status)|[_.-]wait(?:[_.-]?for)?$/i;
const READS = /^(?:view|read|cat|open|list|get|show|search|find|grep|glob|fetch|goto|scroll)/i;
/** They begin like that, and do more. */
const READS_AND_EDITS = /^(?:search|find)\w*replace|or_?create/i;
const EDITS =
  /edit|write|create|diff|apply|replace|insert|patch|update|undo|append|save|rename|move|delete|remove|modif|fix$|file_change/i;
/** They leave what was there before. */
const ADDS = /insert|append|add/i;
const ACTS =
  /(?:^|[_.-])(?:click|tap|press|keys?|type|hover|drag|swipe|scroll|screenshot|next|prev(?:ious)?|forward|continue|advance|step|stdin|send(?:_?(?:keys?|input))?)(?:$|[_.-])/i;

/** What the name of a tool tells of it. */
export interface ToolTraits {
  /** What each call of it does, whatever it is told; undefined where the arguments tell. */
  readonly always: 'plans' | 'waits' | 'reads' | undefined;
  /** It does something in a browser or a session. */
  readonly acts: boolean;
  readonly edits: boolean;
  /** As an editor, it leaves what was there before. */
  readonly adds: boolean;
}

/** An agent has few tools: what their names tell is read once. */
const known = new Map<string, ToolTraits>();
const MAX_KNOWN = 256;
const LONGEST_KNOWN = 100;

/** Reads the name of a tool; '' is no tool: the agent only spoke. */
export function readToolTraits(name: string): ToolTraits {
  const found = known.get(name);
  if (found !== undefined) return found;
  const traits = computeTraits(name);
  if (name.length > LONGEST_KNOWN) return traits;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, traits);
  return traits;
}

function computeTraits(name: string): ToolTraits {
  // A tool of a server is named "mcp__server__tool".
  const at = name.lastIndexOf('__');
  const tool = at < 0 ? name : name.slice(at + 2);
  return {
    always: findFixedEffect(tool),
    acts: ACTS.test(tool),
    edits: EDITS.test(tool),
    adds: ADDS.test(tool),
  };
}

function findFixedEffect(tool: string): ToolTraits['always'] {
  if (tool === '' || PLANS.test(tool)) return 'plans';
  if (WAITS.test(tool)) return 'waits';
  return isReadingWord(tool) ? 'reads' : undefined;
}

/** Whether a tool that does several things is told to do something in a browser or a session. */
export function isActionWord(word: string): boolean {
  return ACTS.test(word);
}

/** Whether such a tool is told only to look whether something has ended. */
export function isWaitingWord(word: string): boolean {
  return WAITS.test(word);
}

/** Whether an editor is told only to show something. */
export function isReadingWord(word: string): boolean {
  return READS.test(word) && !READS_AND_EDITS.test(word);
}
