import assert from 'node:assert/strict';
import { layOut } from '../../../../src/vscode/guard/layOut';

const LONG = 'x'.repeat(500);

describe('the diff of a settings file', () => {
  it('has a line for each member where the file has all in one', () => {
    const before = JSON.stringify({ model: 'opus', note: LONG });
    const after = JSON.stringify({ model: 'opus', note: LONG, hooks: { Stop: [1] } });
    assert.deepEqual(layOut(before, after), {
      before: `{\n  "model": "opus",\n  "note": "${LONG}"\n}\n`,
      after: `{\n  "model": "opus",\n  "note": "${LONG}",\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n`,
    });
  });

  it('is of the file as it is where its changed lines can be read', () => {
    assert.equal(layOut('{}\n', '{\n  "hooks": {}\n}\n'), undefined);
    const after = `{\n  "note": "${LONG}",\n  "hooks": {}\n}\n`;
    assert.equal(layOut(`{\n  "note": "${LONG}",\n  "a": 1\n}\n`, after), undefined);
  });

  it('is of the file as it is where that is no JSON', () => {
    assert.equal(layOut(`// ${LONG}\n{}`, `// ${LONG}\n{"a": "${LONG}"}`), undefined);
  });

  it('is laid out for a file that is new or is removed', () => {
    const after = JSON.stringify({ hooks: LONG });
    assert.deepEqual(layOut('', after), { before: '', after: `{\n  "hooks": "${LONG}"\n}\n` });
  });
});
