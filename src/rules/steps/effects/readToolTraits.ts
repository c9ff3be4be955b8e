const PLANS = /todo|plan|^think|scratchpad|^note(?!book)|memory|hypothes|update_topic/i;
const WAITS =
  /^(?:bash_?output|wait|sleep|poll|await|task_?output|read_terminal|get_terminal|check_status)|[_.-]wait(?:[_.-]?for)?$/i;
const READS = /^(?:view|read|cat|open|list|get|show|search|find|grep|glob|fetch|goto|scroll)/i;
/** Names that match `READS` but also change something. */
const READS_AND_EDITS = /^(?:search|find)\w*replace|or_?create/i;
const EDITS =
  /edit|write|create|diff|apply|replace|insert|patch|update|undo|append|save|rename|move|delete|remove|modif|fix$|file_change/i;
/** Editors that keep the existing content. */
const ADDS = /insert|append|add/i;
const ACTS =
  /(?:^|[_.-])(?:click|tap|press|keys?|type|hover|drag|swipe|scroll|screenshot|next|prev(?:ious)?|forward|continue|advance|step|stdin|send(?:_?(?:keys?|input))?)(?:$|[_.-])/i;

/** What precedes the name of a tool of a server. */
const SERVER = /^.*(?:__|[./:])(?=\w)/;

/** What the name of a tool reveals. */
export interface ToolTraits {
  /** Effect of every call, regardless of arguments; undefined if it depends on the arguments. */
  readonly always: 'plans' | 'waits' | 'reads' | undefined;
  /** Acts in a browser or a session. */
  readonly acts: boolean;
  readonly edits: boolean;
  /** An editor that keeps the existing content. */
  readonly adds: boolean;
}

/** Cache: an agent has few tools. */
const known = new Map<string, ToolTraits>();
const MAX_KNOWN = 256;
const LONGEST_KNOWN = 100;

/** Classifies a tool by its name; '' means that the agent only wrote text. */
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
  // Tools of a server are named "mcp__server__tool", or "server.tool", "server/tool".
  const tool = name.slice(SERVER.exec(name)?.[0].length ?? 0).replace(/^<|>$/g, '');
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

/** Whether an action of a tool acts in a browser or a session. */
export function isActionWord(word: string): boolean {
  return ACTS.test(word);
}

/** Whether an action only waits for something to end. */
export function isWaitingWord(word: string): boolean {
  return WAITS.test(word);
}

/** Whether an action of an editor only shows content. */
export function isReadingWord(word: string): boolean {
  return READS.test(word) && !READS_AND_EDITS.test(word);
}
