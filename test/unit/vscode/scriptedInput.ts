import type {
  Choice,
  Confirmation,
  LineOptions,
  PickOptions,
  SeveralOptions,
  UserInput,
} from '../../../src/vscode/prompts/userInput';
import type { ActionAnswer } from '../../../src/vscode/notifications/showAnswer';
import type { TaskQuestion } from '../../../src/vscode/prompts/taskPicker';
import type { TaskInFolder } from '../../../src/vscode/folders/taskInFolder';

/** A list that was shown, as a human reads it. */
export interface Shown {
  readonly title: string;
  readonly placeHolder: string;
  readonly lines: readonly string[];
}

/** A human who takes the first task and answers each list as the test says. */
export class ScriptedInput implements UserInput {
  readonly shown: Shown[] = [];
  readonly confirmations: Confirmation[] = [];
  readonly questions: TaskQuestion[] = [];
  /** Labels that are chosen of the next list; undefined closes it. Absent: what is proposed. */
  answers: (readonly string[] | undefined)[] = [];
  /** What is typed into the next box, again after a refusal; then it is closed. */
  typed: string[] = [];
  /** Presses the button of the next box instead. */
  goesElsewhere = false;
  readonly refusals: string[] = [];
  /** Labels of the lines whose button is pressed before that. */
  looksAt: readonly string[] = [];
  agrees = true;

  pickTask(
    tasks: readonly TaskInFolder[],
    question: TaskQuestion,
  ): Promise<TaskInFolder | undefined> {
    this.questions.push(question);
    return Promise.resolve(tasks[0]);
  }

  pickOne<T>(choices: readonly Choice<T>[], options: PickOptions): Promise<T | undefined> {
    this.show(choices, options);
    const [label] = this.answers.shift() ?? [];
    return Promise.resolve(choices.find((choice) => choice.label === label)?.value);
  }

  async pickSeveral<T>(
    choices: readonly Choice<T>[],
    { title, placeHolder, look }: SeveralOptions<T>,
  ): Promise<readonly T[] | undefined> {
    const proposed = choices.filter(({ picked }) => picked === true).map(({ label }) => label);
    const preselected = choices.filter(({ picked }) => picked === true).map(({ value }) => value);
    this.show(choices, { title: title(preselected), placeHolder });
    for (const { label, value } of choices)
      if (this.looksAt.includes(label)) await look?.open(value);
    const labels = this.answers.length === 0 ? proposed : this.answers.shift();
    const chosen = choices.filter(({ label }) => labels?.includes(label));
    return labels && chosen.map(({ value }) => value);
  }

  async enterLine({
    title,
    placeHolder,
    prompt,
    take,
  }: LineOptions): Promise<ActionAnswer | 'elsewhere' | undefined> {
    this.shown.push({ title, placeHolder, lines: [prompt] });
    if (this.goesElsewhere) return 'elsewhere';
    for (const line of this.typed.splice(0)) {
      const answer = await take(line);
      if (answer.ok) return answer;
      this.refusals.push(answer.message);
    }
    return undefined;
  }

  confirm(confirmation: Confirmation): Promise<boolean> {
    this.confirmations.push(confirmation);
    return Promise.resolve(this.agrees);
  }

  private show(choices: readonly Choice<unknown>[], { title, placeHolder }: PickOptions): void {
    const lines = choices.map(({ label, description, picked, heading, detail }) => {
      const box = picked === undefined ? '' : picked ? '[x] ' : '[ ] ';
      const above = heading === undefined ? '' : `--${heading}-- `;
      const rest = [description, detail].filter((part) => part !== undefined && part !== '');
      return [`${above}${box}${label}`, ...rest].join(' | ');
    });
    this.shown.push({ title, placeHolder, lines });
  }
}
