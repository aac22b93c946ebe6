import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { call } from '../api/call.ts'
import { dayName, today } from '../parts/days.ts'
import { RECORD_PLACES } from '../record/places.ts'
import { useKeys } from '../shell/keys.ts'
import { typeName, useActivityTypes } from '../store/activityTypes.ts'
import { onChanges } from '../store/live.ts'
import { ActivitiesBar, agendaQuery, chosen } from './activitiesBar.tsx'
import { ActivityForm, type Draft } from './activityForm.tsx'
import { openAgenda } from './agendaStore.ts'
import { aboutOf, type Entry } from './entry.ts'
import { grouped } from './groups.ts'
import { type Following, NextStep } from './nextStep.tsx'
import { WithoutNextStep } from './withoutNextStep.tsx'

/** More than anybody has before them; whoever has is told. */
const MOST_SHOWN = 500

/** What is to be done, the most urgent first. Space finishes one and asks for the next step. */
export function ActivityList() {
  const { ownerId } = chosen()
  const asked = `${agendaQuery()}done=false&limit=${MOST_SHOWN}`
  const agenda = useMemo(openAgenda, [])
  const following = useSignal<Following | undefined>(undefined)
  const form = useSignal<Draft | undefined>(undefined)
  const dealsWithout = useSignal(0)
  useActivityTypes()
  useEffect(() => void agenda.show(asked), [asked])
  useEffect(() => onChanges(['activity', 'deal'], agenda.read), [])

  const add = () => {
    form.value = { day: 'today', ownerId: chosen().ownerId }
  }
  const change = (id: number) => {
    const entry = agenda.entries.value?.find(each => each.id === id)
    if (entry) form.value = { entry }
  }
  useKeys('Activities', useListKeys(add, change))

  async function finish(entry: Entry) {
    const { id, deal_id, deal_title, subject, type } = entry
    const done = agenda.change(entry, undefined, `Done: ${subject}`, () =>
      call(`PATCH /v2/activities/${id}`, { body: { done: true } }),
    )
    if ((await done) && deal_id) following.value = { deal_id, title: deal_title, subject, type }
  }

  const shown = agenda.entries.value
  return (
    <div class="activities">
      <ActivitiesBar view={undefined} add={add} />
      {!shown && <p class="loading">Loading …</p>}
      {shown?.length === 0 && dealsWithout.value === 0 && (
        <div class="told">
          <h2>Nothing is planned</h2>
          <p>Add what you will do next: a call, a meeting, a mail. Reminders and the calendar follow from it.</p>
          <button type="button" class="primary" onClick={add}>
            Add an activity
          </button>
        </div>
      )}
      {agenda.hasMore.value && <p class="soft">These are the first {MOST_SHOWN}.</p>}
      {grouped(shown ?? [], today()).map(({ group, activities }) => (
        <section key={group} aria-label={group}>
          <h2>
            {group} <small>{activities.length}</small>
          </h2>
          <ul class="entries">
            {activities.map(entry => (
              <Row key={entry.id} entry={entry} isOverdue={group === 'Overdue'} finish={finish} change={change} />
            ))}
          </ul>
        </section>
      ))}
      <WithoutNextStep
        ownerId={ownerId}
        plan={after => (following.value = after)}
        counted={count => (dealsWithout.value = count)}
      />
      {following.value && <NextStep after={following.value} close={() => (following.value = undefined)} />}
      {form.value && (
        <ActivityForm
          draft={form.value}
          close={() => (form.value = undefined)}
          saved={() => void agenda.read().catch(() => {})}
        />
      )}
    </div>
  )
}

interface RowProps {
  entry: Entry
  isOverdue: boolean
  finish: (entry: Entry) => Promise<void>
  change: (id: number) => void
}

function Row({ entry, isOverdue, finish, change }: RowProps) {
  return (
    <li class="entry-row" data-overdue={isOverdue}>
      <input
        type="checkbox"
        data-activity={entry.id}
        aria-label={`${entry.subject} is done`}
        onChange={() => void finish(entry)}
      />
      <div class="grows">
        <button type="button" class="entry-subject" onClick={() => change(entry.id)}>
          {entry.subject}
        </button>
        <small>
          {dayName(entry.due_date)} {entry.due_time ?? ''} · {typeName(entry.type)}
          {aboutOf(entry).map(
            ({ kind, id, name }) =>
              name && (
                <span key={kind}>
                  {' · '}
                  <a href={`${RECORD_PLACES[kind].screen}/${id}`}>{name}</a>
                </span>
              ),
          )}
        </small>
      </div>
    </li>
  )
}

function useListKeys(add: () => void, change: (id: number) => void) {
  return useMemo(() => {
    const boxes = () => [...document.querySelectorAll<HTMLElement>('[data-activity]')]
    const focused = () => {
      const row = document.activeElement?.closest('.entry-row')
      return boxes().findIndex(box => row?.contains(box))
    }
    const step = (by: number) => () => {
      const list = boxes()
      list[Math.max(0, Math.min(list.length - 1, focused() + by))]?.focus()
    }
    return [
      { keys: 'j', text: 'Next activity', run: step(1) },
      { keys: 'k', text: 'Activity before', run: step(-1) },
      { keys: 'n', text: 'New activity', run: add },
      { keys: 'e', text: 'Change the activity', run: () => change(Number(boxes()[focused()]?.dataset.activity)) },
    ]
  }, [])
}
