import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { readText } from '../../support/readText';
import { TestWorkspace } from '../cli/testWorkspace';
import { LANE_HELPERS } from '../isolated/lanesScene';

const sum = (rest: string): string =>
  `exports.total = (prices) => ${rest.replace('SUM', 'prices.reduce((sum, price) => sum + price, 0)')};\n`;

/** How `total.js` is at first, as two of the tasks want it, and with the work of both. */
export const TOTAL = {
  before: sum('SUM'),
  rounded: sum('Math.round(SUM)'),
  taxed: sum('1.19 * SUM'),
  both: sum('Math.round(1.19 * SUM)'),
};

const TASKS = [
  { id: 'greeting', title: 'Greet the customer', goal: 'greeting.txt says good morning.' },
  { id: 'cart', title: 'Round the total', goal: 'The total is a whole number.' },
  { id: 'vat', title: 'Add VAT to the total', goal: 'The total has 19 % VAT.' },
  { id: 'help', title: 'Write the help page', goal: 'help.md explains the shop.', review: true },
];

const TASK_IDS = TASKS.map(({ id }) => id);

/**
 * A shop with four tasks for four lanes. Each agent waits until all four are at work, then says in a step what it
 * edits, and holds until `let` its task go on; the landing of `cart` holds until `let('cart-land')`.
 */
export class LaneShop extends TestWorkspace {
  private readonly steps = join(this.root, 'steps');

  constructor(stateDirOf: (folder: string) => string) {
    super(stateDirOf);
    mkdirSync(this.steps);
    const program = (name: string, script: string): readonly string[] => {
      const file = join(this.root, name);
      writeFileSync(file, `process.env.STEPS = ${JSON.stringify(this.steps)};${script}`);
      return [process.execPath, file];
    };
    this.write('total.js', TOTAL.before);
    this.configure([], {
      agents: {
        scripted: { type: 'command', command: program('agent.js', AGENT), steps: 'claude' },
      },
      verify: program('verification.js', VERIFICATION),
      ...{ parallel: 4, baseline: false, onPause: 'continue', tasks: TASKS },
    });
    this.git('init', '-q', '-b', 'main');
    this.git('add', '-A');
    this.git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', 'first');
  }

  /** Lets a program go on that holds. */
  let(name: string): void {
    writeFileSync(join(this.steps, `go-${name}`), '');
  }

  /** `total.js` as the agent of `vat` finds it in its second turn. */
  async conflicting(): Promise<string> {
    const probe = (): string | undefined =>
      existsSync(join(this.steps, 'at-conflict')) ? readText(join(this.steps, 'found')) : undefined;
    return pollUntil(probe, { what: 'the second turn of vat', withinMs: PATIENCE_MS });
  }

  /** The paths that git finds changed in the workspace. */
  changed(): readonly string[] {
    return this.git('status', '--porcelain')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(3));
  }

  /** The folders of tasks that work in a worktree. */
  worktrees(): readonly string[] {
    return readdirSync(join(this.stateDir, 'worktrees'));
  }

  private git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8' });
  }
}

const AGENT = `${LANE_HELPERS}
const edits = (file) => console.log(JSON.stringify({
  type: 'assistant',
  message: {
    id: 'm-' + task,
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't-' + task, name: 'Edit', input: { file_path: file } }],
  },
  session_id: task,
}));
const total = ${JSON.stringify(TOTAL)};
const [file, text] = {
  greeting: ['greeting.txt', 'Good morning\\n'],
  cart: ['total.js', total.rounded],
  vat: ['total.js', total.taxed],
  help: ['help.md', '# Help\\n'],
}[task];
fs.readFileSync(0, 'utf8');
if (isMarked('at-' + task)) {
  fs.writeFileSync(path.join(steps, 'found'), read(file));
  mark('at-conflict');
  edits(file);
  wait('go-conflict');
  write(file, total.both);
} else {
  mark('at-' + task);
  wait(...${JSON.stringify(TASK_IDS)}.map((id) => 'at-' + id));
  edits(file);
  wait('go-' + task);
  write(file, text);
}
`;

// Its second run is that of the merged files: the greeting has landed before.
const VERIFICATION = `${LANE_HELPERS}
if (task === 'cart' && isMarked('verified-cart')) wait('go-cart-land');
mark('verified-' + task);
`;
