import { Uri, window, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import * as z from 'zod/mini';
import { STEP_PARTS, type StepPart } from '../../protocol/taskPage/taskPageView';
import { maskSecrets } from '../../text/maskSecrets';
import type { TurnAccess } from './turnAccess';

const SCHEME = 'devs-step';

const ADDRESS = z.strictObject({
  folder: z.string(),
  taskId: z.string(),
  turn: z.int(),
  index: z.int(),
  part: z.enum(STEP_PARTS),
});

/** Which text of which step; `taskId` is the task that the turn ran on. */
type StepAddress = z.infer<typeof ADDRESS>;

const PART_NAMES: Readonly<Record<StepPart, string>> = {
  call: 'call',
  result: 'result',
  thought: 'words',
};

/** Whole texts of steps as read-only documents, secrets masked; read from the transcripts whenever one is shown. */
export class StepDocuments implements TextDocumentContentProvider, Disposable {
  private readonly registration: Disposable;

  constructor(private readonly turns: TurnAccess) {
    this.registration = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  async open(address: StepAddress): Promise<void> {
    const { taskId, turn, index, part } = address;
    const uri = Uri.from({
      scheme: SCHEME,
      path: `/${taskId}, turn ${turn}, step ${index + 1}, ${PART_NAMES[part]}.txt`,
      query: JSON.stringify(address),
    });
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const address = readAddress(uri.query);
    if (address === undefined) return 'This link does not lead to a step.\n';
    const reader = await this.turns.readerOf(address);
    if (typeof reader === 'string') return `${reader}\n`;
    await reader.read();
    const found = reader.find(address.index);
    if (found === undefined) return 'The output of the agent in this turn is no longer stored.\n';
    const { step, call } = found;
    return maskSecrets({ call, result: step.result, thought: step.thought }[address.part]);
  }

  dispose(): void {
    this.registration.dispose();
  }
}

function readAddress(query: string): StepAddress | undefined {
  try {
    const read = ADDRESS.safeParse(JSON.parse(query));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
