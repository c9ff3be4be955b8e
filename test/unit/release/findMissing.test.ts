import assert from 'node:assert/strict';
import { findMissing, type ReleaseManifest } from '../../../release/findMissing';

const READY = {
  version: '1.2.3',
  publisher: 'someone',
  license: 'MIT',
  repository: { type: 'git', url: 'git+https://code.example/devs.git' },
  bugs: { url: 'https://code.example/devs/issues' },
  homepage: 'https://devs.example',
};
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-01-02)\n\n- A thing.\n';

describe('what is missing before a release', () => {
  const missing = (changed: ReleaseManifest, changelog = CHANGELOG, tag?: string) =>
    findMissing({ manifest: { ...READY, ...changed }, changelog, tag });

  it('is nothing where addresses, version, notes and tag are there', () => {
    assert.deepEqual(missing({}), []);
    assert.deepEqual(missing({}, CHANGELOG, 'v1.2.3'), []);
  });

  it('is each address that is not set, or is none', () => {
    for (const name of ['repository', 'bugs', 'homepage'] as const) {
      for (const value of [undefined, '', {}, null, 7, 'devs', 'http://devs.example', 'https://x'])
        assert.match(missing({ [name]: value }).join('\n'), new RegExp(`^.*: set "${name}": .*$`));
    }
  });

  it('is what npm or the Marketplace would refuse', () => {
    assert.match(missing({ private: true }).join(), /remove "private"/);
    assert.match(missing({ publisher: ' ' }).join(), /set "publisher"/);
    assert.match(missing({ license: undefined }).join(), /set "license"/);
    assert.match(missing({ version: '1.2.3-beta.1' }).join(), /must be three numbers/);
  });

  it('is a section of the changelog, with nothing left behind', () => {
    const [section] = missing({ version: '1.2.4' });
    assert.equal(section, 'CHANGELOG.md: add the section "## 1.2.4".');
    const open = CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n- Another thing.\n');
    assert.match(missing({}, open).join(), /move the entries of "## Unreleased"/);
  });

  it('is the right tag', () => {
    assert.match(missing({}, CHANGELOG, 'v1.2.4').join(), /have to be "v1\.2\.3"/);
  });
});
