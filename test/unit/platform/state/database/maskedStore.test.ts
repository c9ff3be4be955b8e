import { deepEqual } from 'node:assert/strict';
import { WorkspaceSecrets } from '../../../../../src/app/workspaceSecrets';
import { openSqlStore } from '../../../../../src/platform/state/database/sqlStore';
import { loadSqlJs } from '../../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../../src/platform/state/database/migrator';
import { MIGRATIONS_DIR, WASM_FILE } from '../../../../support/memoryStore';

describe('a store with secrets', () => {
  it('masks them in what it writes, not in the names of files, by which a rewind finds them', async () => {
    const store = openSqlStore({
      sqlJs: await loadSqlJs(WASM_FILE),
      migrations: readMigrations(MIGRATIONS_DIR),
      mask: new WorkspaceSecrets({ SHOP_TOKEN: 'q8Zr4Lm1' }),
    });
    store.upsertTask('fix', 'Fix q8Zr4Lm1');
    store.addHint('fix', 'Use q8Zr4Lm1.', '2026-01-01T00:00:00.000Z');
    store.addVerifyArtefacts(['out/q8Zr4Lm1.txt']);
    deepEqual(
      store.listTasks().map(({ id, title }) => [id, title]),
      [['fix', 'Fix ***']],
    );
    deepEqual(store.listHints('fix'), ['Use ***.']);
    deepEqual([...store.listVerifyArtefacts()], ['out/q8Zr4Lm1.txt']);
    store.close();
  });
});
