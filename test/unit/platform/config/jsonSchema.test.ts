import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJsonSchema } from '../../../../src/platform/config/jsonSchema';
import { formatted } from '../../../support/formatted';

const file = join(__dirname, '../../../../media/devs.schema.json');

describe('the JSON schema of devs.yaml', () => {
  it('stands in media/devs.schema.json (UPDATE_SCHEMA=1 writes it there)', async () => {
    if (process.env['UPDATE_SCHEMA'] !== undefined) {
      writeFileSync(file, await formatted(file, JSON.stringify(createJsonSchema())));
    }
    assert.deepEqual(
      JSON.parse(readFileSync(file, 'utf8')),
      JSON.parse(JSON.stringify(createJsonSchema())),
    );
  });

  it('describes every key', () => {
    const undescribed: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties, ...rest } = node as {
        readonly properties?: Record<string, { description?: string }>;
      };
      for (const [key, value] of Object.entries(properties ?? {})) {
        if (value.description === undefined) undescribed.push(`${path}.${key}`);
        visit(value, `${path}.${key}`);
      }
      for (const value of Object.values(rest)) visit(value, path);
    };
    visit(createJsonSchema(), '');
    assert.deepEqual(undescribed, []);
  });
});
