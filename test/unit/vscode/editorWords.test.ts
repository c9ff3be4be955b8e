import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { COMMAND_TITLES } from '../../../src/vscode/contributions/commandTitles';
import { editorWords, pageWords } from '../../../src/vscode/text/editorWords';

const root = join(__dirname, '../../..');

describe('a message for the terminal, in a notification', () => {
  it('names the command of the palette instead of the one of the terminal', () => {
    for (const [message, shown] of [
      ['`devs redo cart` undoes it.', '"Devs: Redo (Undo Rewind)" undoes it.'],
      [
        'Pause the run first (`devs pause`): wait.',
        'Pause the run first ("Devs: Pause After This Turn"): wait.',
      ],
      ['`devs report --list` shows them.', '"Devs: Show Run Report" shows them.'],
      ['the next `devs` command records it.', 'the next Devs command records it.'],
      ['`devs no-such thing` does it.', 'Devs does it.'],
    ] as const) {
      equal(editorWords(message), shown);
    }
  });

  it('puts other code in quotation marks, and leaves the rest as it is', () => {
    equal(editorWords('Add `--full-auto` to its command.'), 'Add "--full-auto" to its command.');
    equal(editorWords('Run ```npm test``` or `` a ``?'), 'Run "npm test" or "a"?');
    equal(editorWords("it's 3 o'clock ` devs"), "it's 3 o'clock ' devs");
  });

  it('keeps other code as code on a page', () => {
    equal(
      pageWords('Set `steps: text`, or `devs pause`.'),
      'Set `steps: text`, or "Devs: Pause After This Turn".',
    );
  });

  it('has no backtick, whatever an agent said', () => {
    const texts = fc.string({
      unit: fc.constantFrom('`', 'devs', ' ', 'redo', '\n', '$&', '$1', 'é'),
    });
    fc.assert(
      fc.property(texts, (text) => {
        equal(editorWords(text).includes('`'), false);
      }),
    );
  });

  it('knows the titles of package.json, for commands that the terminal has', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: { commands: readonly { title: string }[] };
    };
    const titles = new Set(
      manifest.contributes.commands.map(({ title }) => title.replace('…', '')),
    );
    deepEqual(
      [...COMMAND_TITLES.values()].filter((title) => !titles.has(title)),
      [],
    );
    const program = ['program', 'decisionCommands', 'guardCommands']
      .map((name) => readFileSync(join(root, `src/cli/${name}.ts`), 'utf8'))
      .join('');
    for (const name of COMMAND_TITLES.keys()) ok(program.includes(`.command('${name}')`), name);
  });
});
