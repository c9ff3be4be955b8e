import { equal } from 'node:assert/strict';
import { nameCommand } from '../../../src/cli/terminal/nameCommand';
import { FakeStream } from './fakeApp';

describe('the command in a hint', () => {
  const named = (text: string): string => {
    const stream = new FakeStream();
    stream.startWords = 'npx "$& devs.tgz"';
    return nameCommand(stream, text);
  };

  it('is named as the user started Devs, in code, in parentheses and first on a line', () => {
    for (const [text, shown] of [
      ['Continue with `devs run`.', 'Continue with `npx "$& devs.tgz" run`.'],
      ['the next `devs` command', 'the next `npx "$& devs.tgz"` command'],
      [
        '… 3 more (devs report --json shows all)',
        '… 3 more (npx "$& devs.tgz" report --json shows all)',
      ],
      [
        'Next\n  \u001b[36mdevs skip a\u001b[39m  skip it',
        'Next\n  \u001b[36mnpx "$& devs.tgz" skip a\u001b[39m  skip it',
      ],
    ] as const)
      equal(named(text), shown);
  });

  it('leaves other words as they are', () => {
    for (const text of ['devs.yaml has no tasks', '/home/devs run', '| devs run', 'the devs of it'])
      equal(named(text), text);
  });
});
