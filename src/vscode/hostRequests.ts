import type { AgentQuestion } from '../model/tools/agentQuestion';
import type { AskedPermission } from '../model/permissions/askedPermission';
import type { DashboardAccess } from './dashboard/dashboardAccess';
import type { FolderApp } from './folders/folderApp';
import type { AskedNotification } from './notifications/askedNotification';
import type { NotificationSurface } from './notifications/notificationSurface';
import { permissionNotification } from './notifications/permissionNotification';
import { questionNotification } from './notifications/questionNotification';
import { editorInput } from './prompts/editorInput';
import { PermissionPrompts } from './prompts/permissionPrompts';
import { QuestionPrompts } from './prompts/questionPrompts';
import type { FolderActions } from './run/folderActions';

/** Dependencies of what asks you for running agents. */
export interface HostRequestsOptions {
  readonly actions: FolderActions;
  readonly access: Pick<DashboardAccess, 'answer'>;
  readonly surface: NotificationSurface;
}

/** What running agents ask you: permissions and questions, with their notifications. */
export class HostRequests {
  readonly permissions: PermissionPrompts;
  readonly questions: QuestionPrompts;
  private readonly notifications: readonly [
    AskedNotification<AskedPermission>,
    AskedNotification<AgentQuestion>,
  ];

  constructor({ actions, access, surface }: HostRequestsOptions) {
    const parts = { actions, input: editorInput };
    this.permissions = new PermissionPrompts({ ...parts, show: (task) => access.answer(task) });
    this.questions = new QuestionPrompts({
      ...parts,
      show: (task, question) => access.answer(task, question),
    });
    this.notifications = [
      permissionNotification(this.permissions, surface),
      questionNotification(this.questions, surface),
    ];
  }

  /** Call after each new overview. */
  update(folder: FolderApp): void {
    for (const notification of this.notifications) notification.update(folder);
  }
}
