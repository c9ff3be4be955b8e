import type { App } from '../../app/api/app';
import type { DevsConfig } from '../../model/config/config';
import type { ActionAnswer } from '../notifications/showAnswer';

/** The models in `devs.yaml`, or why they cannot be read. */
export type NamedModels =
  | { readonly ok: true; readonly models: Pick<DevsConfig, 'judge' | 'embeddings'> }
  | (ActionAnswer & { readonly ok: false });

/** The models that `devs.yaml` names now. */
export async function readNamedModels(app: Pick<App, 'config'>): Promise<NamedModels> {
  const read = await app.config();
  switch (read.kind) {
    case 'ok':
      return { ok: true, models: read.config };
    case 'missing':
      return { ok: false, message: 'There is no devs.yaml in this folder.' };
    case 'invalid':
      return { ok: false, message: 'devs.yaml has errors: fix them first.' };
  }
}
