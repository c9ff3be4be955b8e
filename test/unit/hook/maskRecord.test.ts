import assert from 'node:assert/strict';
import { maskRecord } from '../../../src/hook/maskRecord';
import type { SessionRecord } from '../../../src/model/guard/sessionRecord';

const SECRET = 'correct-horse-battery-staple';
const environment = { DEPLOY_TOKEN: SECRET };

function masked(text: string): string {
  const record: SessionRecord = { id: 'a', at: '2026-01-01T00:00:00.000Z', kind: 'prompt', text };
  const found = maskRecord(record, environment);
  return found.kind === 'prompt' ? found.text : '';
}

describe('the record of a hook', () => {
  it('has no secret of the environment, and nothing that looks like one', () => {
    assert.equal(masked(`use ${SECRET}`), 'use ***');
    assert.equal(masked('Authorization: Bearer abcdefghijkl'), 'Authorization: Bearer ***');
  });

  it('keeps the beginning and the end of a long text', () => {
    const text = masked(`begin${'x'.repeat(10_000_000)}end`);
    assert.ok(text.startsWith('beginxxx') && text.endsWith('xxxend'));
    assert.match(text, /\n\[\d+ characters left out\]\n/);
    assert.ok(text.length < 70_000);
  });

  it('has no part of a secret that lies where a long text is cut', () => {
    for (const edge of [48 * 1024, 1_000_000 - 16 * 1024])
      for (let offset = 0; offset <= SECRET.length; offset += 1) {
        const start = edge - offset;
        const text = `${'.'.repeat(start)}${SECRET}${'.'.repeat(1_000_000 - start - SECRET.length)}`;
        assert.doesNotMatch(masked(text), /[a-z]{2}-|-[a-z]{2}/, `${edge} ${offset}`);
      }
  });
});
