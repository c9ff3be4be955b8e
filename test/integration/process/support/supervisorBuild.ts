import { build } from 'esbuild';
import { join } from 'node:path';
import { scratchFolder } from './scratch';

let built: Promise<string> | undefined;

/** The supervisor as it ships, bundled once for each test process into a temporary folder. */
export function supervisorFile(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const outfile = join(scratchFolder(), 'supervisor.js');
  await build({
    entryPoints: [join(__dirname, '../../../../src/adapters/process/supervisor.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  });
  return outfile;
}
