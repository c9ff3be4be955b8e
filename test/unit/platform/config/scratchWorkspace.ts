import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An empty workspace folder for one test. */
export class ScratchWorkspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'devs-config-'));
  readonly options = { workspaceDir: this.folder, environment: { PATH: '' }, settings: {} };
  readonly file = join(this.folder, 'devs.yaml');

  write(path: string, content: string | Buffer, mode = 0o644): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
  }

  read(): string {
    return readFileSync(this.file, 'utf8');
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
