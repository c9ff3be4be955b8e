import { env, ProgressLocation, Uri, window } from 'vscode';
import type { PullRequestEditor } from './pullRequestActions';

/** The editor's own clipboard, browser and progress. */
export const pullRequestEditor: PullRequestEditor = {
  openLink: async (address) => void (await env.openExternal(Uri.parse(address))),
  copy: async (text) => env.clipboard.writeText(text),
  whileMaking: async (title, work) =>
    window.withProgress({ location: ProgressLocation.Notification, title }, work),
};
