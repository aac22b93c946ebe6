import type { Outgoing } from '@portico/kit/http/outgoing'
import type { Tasks, Timetable } from '@portico/kit/jobs/jobs'
import type { Metrics } from '@portico/kit/log/metrics'
import type { Mail } from '@portico/kit/mail/openMail'
import { CONVERT, convertTask, FORGET_CONVERSIONS, forgetConversionsTask } from './across/conversions/convert.ts'
import { exportsTask, RUN_EXPORTS } from './across/exports/exportsTask.ts'
import { longChangesTask, RUN_LONG_CHANGES } from './across/longChanges/longChangesTask.ts'
import { LONG_CHANGES } from './across/longChanges/works.ts'
import { MOVE_IN, moveInTask } from './across/moveIn/moveInTask.ts'
import { eraseWordsTask } from './across/personalData/eraseWords.ts'
import { ERASE } from './across/personalData/forget.ts'
import { PURGE, purgeTask } from './across/purge/purge.ts'
import { FORGET_DELIVERIES, forgetDeliveriesTask } from './across/webhooks/forgetDeliveries.ts'
import { TELL_PAUSED, tellPausedTask } from './across/webhooks/tellPaused.ts'
import type { CrmServices } from './base/api/context.ts'
import { CLEAR_FIELD, clearFieldTask } from './base/fields/clearField.ts'
import { TELL_SPENDING, tellSpendingTask } from './base/limits/tellSpending.ts'
import { REMOVE_FILES, removeFilesTask } from './base/records/removeFiles.ts'
import { FORGET_AUDIT, forgetOldAudit } from './company/audit/store.ts'
import { REMOVE_COMPANIES, removeCompaniesTask } from './company/companies/removeCompanies.ts'
import { forgetGrants } from './company/oauth/endGrantStore.ts'
import { TELL_UNINSTALLED, tellUninstalledTask } from './company/oauth/tellUninstalled.ts'
import { SIGN_IN_FAILED, signInFailedTask } from './company/signIn/failedSignIn.ts'
import { FORGET_SIGN_INS, forgetSignInsTask } from './company/signIn/forgetSignIns.ts'
import { SEND_PASSWORD_LINK, sendPasswordLinkTask } from './company/signIn/sendPasswordLink.ts'
import { SEND_SIGN_UP, sendSignUpTask } from './company/signUp/askForCompany.ts'
import { SEND_INVITATION } from './company/users/invite.ts'
import { sendInvitationTask } from './company/users/sendInvitation.ts'
import { KEEP_DEAL_SUMS, keepSumsTask } from './sales/deals/keepSums.ts'
import { SWEEP_UPLOADS, sweepUploadsTask } from './work/files/announcedStore.ts'
import { SEND_MAIL, sendMailTask } from './work/mail/sendMailTask.ts'
import type { MailReaders } from './work/mailAccounts/readAccount.ts'
import { READ_MAIL, readMailTask } from './work/mailAccounts/readMailTask.ts'
import { REMIND, remindTask, SEND_REMINDER, sendReminderTask } from './work/reminders/remindTask.ts'

const FORGET_GRANTS = 'crm:forget-grants'

export interface TaskOptions {
  send: Outgoing
  /** Without it nobody is told when the tokens of a day run low, and nobody gets a link to set a password. */
  mail?: Mail | undefined
  /** Without them the mail accounts of people are not read. */
  mailReaders?: MailReaders | undefined
  metrics?: Pick<Metrics, 'counter'> | undefined
}

/** What jobs of the CRM do, by their names. */
export function crmTasks(services: CrmServices, { send, mail, mailReaders, metrics }: TaskOptions): Tasks {
  return {
    [FORGET_AUDIT]: () => services.database.write(forgetOldAudit),
    [CLEAR_FIELD]: clearFieldTask(services),
    [CONVERT]: convertTask(services),
    [ERASE]: eraseWordsTask(services),
    [FORGET_SIGN_INS]: forgetSignInsTask(services.database),
    [FORGET_CONVERSIONS]: forgetConversionsTask(services),
    [FORGET_DELIVERIES]: forgetDeliveriesTask(services.database),
    [FORGET_GRANTS]: () => services.database.write(forgetGrants),
    [KEEP_DEAL_SUMS]: keepSumsTask(services),
    [SEND_PASSWORD_LINK]: mail ? sendPasswordLinkTask(services, mail) : async () => {},
    [MOVE_IN]: moveInTask(services),
    [PURGE]: purgeTask(services.database),
    [READ_MAIL]: mailReaders ? readMailTask(services, mailReaders, metrics?.counter(...MAIL_READINGS)) : async () => {},
    [RUN_EXPORTS]: exportsTask(services),
    [RUN_LONG_CHANGES]: longChangesTask(services, LONG_CHANGES),
    [REMIND]: mail ? remindTask(services) : async () => {},
    [SEND_REMINDER]: mail ? sendReminderTask(services, mail) : async () => {},
    [REMOVE_COMPANIES]: removeCompaniesTask(services.database),
    [REMOVE_FILES]: removeFilesTask(services.files),
    [SEND_MAIL]: mail ? sendMailTask(services, mail) : async () => {},
    [SEND_SIGN_UP]: mail ? sendSignUpTask(services, mail) : async () => {},
    [SIGN_IN_FAILED]: signInFailedTask(services),
    [SEND_INVITATION]: mail ? sendInvitationTask(services, mail) : async () => {},
    [SWEEP_UPLOADS]: sweepUploadsTask(services.database),
    [TELL_UNINSTALLED]: tellUninstalledTask(services.database, send, services.secrets),
    [TELL_PAUSED]: mail ? tellPausedTask(services, mail) : async () => {},
    [TELL_SPENDING]: mail ? tellSpendingTask(services.database, mail, services.origin) : async () => {},
  }
}

/** Name, help and label of what is counted. */
const MAIL_READINGS = [
  'portico_mail_accounts_total',
  'Readings of mail accounts, by how they ended',
  'outcome',
] as const

/** Jobs that begin by the clock. */
export const CRM_TIMETABLE: readonly Timetable[] = [
  { task: ERASE, at: '*/5 * * * *' },
  { task: FORGET_AUDIT, at: '7 3 * * *' },
  { task: FORGET_CONVERSIONS, at: '17 3 * * *' },
  { task: FORGET_DELIVERIES, at: '12 3 * * *' },
  { task: FORGET_GRANTS, at: '47 3 * * *' },
  { task: FORGET_SIGN_INS, at: '27 3 * * *' },
  { task: KEEP_DEAL_SUMS, at: '* * * * *' },
  { task: MOVE_IN, at: '* * * * *' },
  { task: PURGE, at: '37 3 * * *' },
  { task: READ_MAIL, at: '* * * * *' },
  { task: RUN_EXPORTS, at: '* * * * *' },
  { task: RUN_LONG_CHANGES, at: '* * * * *' },
  { task: REMIND, at: '* * * * *' },
  { task: REMOVE_COMPANIES, at: '27 4 * * *' },
  { task: SWEEP_UPLOADS, at: '57 * * * *' },
]
