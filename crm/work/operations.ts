import { agenda } from './activities/app/agenda.ts'
import { activityFieldsV1 } from './activities/v1/fields.ts'
import { activitiesV1 } from './activities/v1/operations.ts'
import { activityFieldsV2 } from './activities/v2/fields.ts'
import { activities } from './activities/v2/operations.ts'
import { activityTypes } from './activityTypes/v1/operations.ts'
import { calendarAddress } from './calendarAddress/app/operations.ts'
import { callLogs } from './callLogs/v1/operations.ts'
import { callRecordings } from './callLogs/v1/recordings.ts'
import { channelsInApp } from './channels/app/operations.ts'
import { channels } from './channels/v1/operations.ts'
import { files } from './files/v1/operations.ts'
import { relatedFiles } from './files/v1/related.ts'
import { remoteFiles } from './files/v1/remote.ts'
import { mailAnswer } from './mail/app/answer.ts'
import { mailboxInApp } from './mail/app/mailbox.ts'
import { writingMail } from './mail/app/operations.ts'
import { mailFiles } from './mail/v1/files.ts'
import { mailbox } from './mail/v1/operations.ts'
import { relatedMail } from './mail/v1/related.ts'
import { mailAccounts } from './mailAccounts/app/operations.ts'
import { mailTemplates } from './mailTemplates/app/operations.ts'
import { meetings } from './meetings/v1/operations.ts'
import { noteComments } from './notes/v1/comments.ts'
import { noteFieldsV1 } from './notes/v1/fields.ts'
import { notes } from './notes/v1/operations.ts'
import { projectBoardsV1 } from './projectBoards/v1/operations.ts'
import { projectBoards } from './projectBoards/v2/operations.ts'
import { projectGroupsV1 } from './projectGroups/v1/operations.ts'
import { projectGroupsV2 } from './projectGroups/v2/operations.ts'
import { phaseRemoval } from './projectPhases/app/removal.ts'
import { projectPhasesV1 } from './projectPhases/v1/operations.ts'
import { projectPhases } from './projectPhases/v2/operations.ts'
import { projectPlan } from './projectPlan/v1/operations.ts'
import { projectBoardInApp } from './projects/app/board.ts'
import { projectActivities } from './projects/v1/activities.ts'
import { projectsV1 } from './projects/v1/operations.ts'
import { projectFieldsV2 } from './projects/v2/fields.ts'
import { projectHistory } from './projects/v2/history.ts'
import { projects } from './projects/v2/operations.ts'
import { projectTemplatesV1 } from './projectTemplates/v1/operations.ts'
import { projectTemplates } from './projectTemplates/v2/operations.ts'
import { reminders } from './reminders/app/operations.ts'
import { tasksV1 } from './tasks/v1/operations.ts'
import { tasks } from './tasks/v2/operations.ts'

/** Every operation on activities, notes, files, mail, calls and projects. */
export const workOperations = [
  ...mailAccounts,
  ...tasks,
  ...tasksV1,
  ...projectPlan,
  ...projectGroupsV1,
  ...projectGroupsV2,
  ...projectTemplates,
  ...projectTemplatesV1,
  ...callLogs,
  ...callRecordings,
  ...channels,
  ...channelsInApp,
  ...meetings,
  ...activities,
  ...agenda,
  ...reminders,
  ...calendarAddress,
  ...activitiesV1,
  ...activityTypes,
  ...files,
  ...remoteFiles,
  ...relatedFiles,
  ...mailbox,
  ...mailFiles,
  ...writingMail,
  ...mailTemplates,
  ...mailboxInApp,
  ...mailAnswer,
  ...relatedMail,
  ...notes,
  ...noteComments,
  ...projectBoards,
  ...projectBoardsV1,
  ...projectPhases,
  ...projectPhasesV1,
  ...phaseRemoval,
  ...projects,
  ...projectHistory,
  ...projectBoardInApp,
  ...projectsV1,
  ...projectActivities,
  ...activityFieldsV1,
  ...activityFieldsV2,
  ...noteFieldsV1,
  ...projectFieldsV2,
]
