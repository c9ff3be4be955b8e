import { match } from 'node:assert/strict';
import { remove, shownErrors, until, write } from './support';

const right = `version: 1
agents:
  one:
    type: command
    command: [node, --version]
agent: one
tasks:
  - id: a
    title: A
    goal: Do it.
`;

describe('errors in devs.yaml', () => {
  after(() => remove('devs.yaml'));

  it('appear on their line, move with it and vanish', async () => {
    await write('devs.yaml', right.replace('agent: one', 'agnet: one'));
    const [shown] = await until('the error is shown', () => {
      const errors = shownErrors();
      return errors.length > 0 && errors;
    });
    match(shown ?? '', /^6: /);
    await write('devs.yaml', `# moved\n${right.replace('agent: one', 'agnet: one')}`);
    await until('the error has moved', () => shownErrors()[0]?.startsWith('7: '));
    await write('devs.yaml', right);
    await until('the error is gone', () => shownErrors().length === 0);
  });

  it('vanish with the file', async () => {
    await write('devs.yaml', 'version: 2\n');
    await until('an error is shown', () => shownErrors().length > 0);
    await remove('devs.yaml');
    await until('no error is shown', () => shownErrors().length === 0);
  });
});
