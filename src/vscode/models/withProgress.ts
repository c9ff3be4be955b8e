import { ProgressLocation, window } from 'vscode';

/** Shows a notification with a Cancel button while `work` runs. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = {
    location: ProgressLocation.Notification,
    title: `Devs: ${title}`,
    cancellable: true,
  };
  return await window.withProgress(options, (_progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work(controller.signal);
  });
}
