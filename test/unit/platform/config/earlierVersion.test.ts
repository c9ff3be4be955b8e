import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reduceTo } from '../../../fixtures/version-0.1.0/fixture';
import { configOf } from './problemsOf';

const FIXTURES = join(__dirname, '../../../fixtures/version-0.1.0');
const read = (file: string): string => readFileSync(join(FIXTURES, file), 'utf8');

describe('a devs.yaml written for version 0.1.0', () => {
  for (const name of ['everyKey', 'otherForms']) {
    it(`is read as that version read it: ${name}`, () => {
      const recorded: unknown = JSON.parse(read(`${name}.json`));
      const config: unknown = JSON.parse(JSON.stringify(configOf(read(`${name}.yaml`))));
      assert.deepEqual(reduceTo(recorded, config), recorded);
    });
  }
});
