import type { Crm } from '../../base/api/context.ts'
import { logBeside } from '../../base/changes/logStore.ts'
import { type ParticipantsOf, participantsOfActivities, participantsOfPersons } from './store.ts'

/**
 * For a merge, which moves participants from one person to another behind the back of their activities: looks at who
 * takes part, and what it gives back writes into the log of each activity what has become of that.
 */
export async function watchParticipants(crm: Crm, personIds: readonly number[]): Promise<() => Promise<void>> {
  const before = await participantsOfPersons(crm, personIds)
  return async () => {
    const after = new Map((await participantsOfActivities(crm, before.map(idOf))).map(each => [each.id, each]))
    await logBeside(
      crm,
      'activity',
      before.flatMap(({ id, participants }) => {
        const now = after.get(id)?.participants ?? []
        if (JSON.stringify(participants) === JSON.stringify(now)) return []
        return [{ id, before: { participants }, after: { participants: now } }]
      }),
    )
  }
}

function idOf({ id }: ParticipantsOf): number {
  return id
}
