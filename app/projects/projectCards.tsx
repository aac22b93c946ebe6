import type { ProjectCard } from '@portico/crm/work/projects/app/board'
import { ActivityMark } from '../board/activityMark.tsx'
import { changeCard, changeCards, deleteCard } from '../board/boardStore.ts'
import type { CardKind } from '../board/cardKind.ts'
import { Avatar } from '../parts/avatar.tsx'
import { dayName, today } from '../parts/days.ts'
import { Icon } from '../parts/icon.tsx'
import { userName } from '../store/company.ts'
import { AddProject } from './addProject.tsx'

/** Projects as cards of a board. */
export const PROJECT_CARDS: CardKind = {
  name: 'project',
  one: 'project',
  many: 'projects',
  path: '/v2/projects',
  live: ['project', 'task', 'activity', 'project_phase', 'project_board'],
  outcomes: [
    { name: 'completed', label: 'Completed', icon: 'trophy', key: 'c', text: 'Complete the project' },
    { name: 'canceled', label: 'Canceled', icon: 'thumbDown' },
    { name: 'archive', label: 'Archive', icon: 'lead', key: 'e', text: 'Archive the project' },
    { name: 'delete', label: 'Delete', icon: 'trash', key: 'Delete', text: 'Delete the project' },
  ],
  decide(card, outcome) {
    if (outcome === 'delete') void deleteCard(card)
    else if (outcome === 'archive') void changeCard(card, undefined, { is_archived: true }, `Archived “${card.title}”`)
    else
      void changeCard(
        card,
        undefined,
        { status: outcome },
        `${outcome === 'completed' ? 'Completed' : 'Canceled'} “${card.title}”`,
      )
  },
  held: ({ id: _, ...card }: ProjectCard) => card,
  isLate: ({ end_date }: ProjectCard) => end_date !== null && end_date < today(),
  draw: (card: ProjectCard) => <ProjectFace card={card} />,
  QuickAdd: AddProject,
  bulk: cards => [
    { label: 'Completed', run: () => changeCards(cards, { status: 'completed' }, undefined) },
    { label: 'Archive', run: () => changeCards(cards, { is_archived: true }, undefined) },
  ],
}

function ProjectFace({ card }: { card: ProjectCard }) {
  const isLate = card.end_date !== null && card.end_date < today()
  return (
    <>
      <span class="card-title">{card.title}</span>
      <span class="card-contact">{card.about}</span>
      <span class="card-foot">
        <span class="card-value">
          {card.tasks > 0 && (
            <span title="Tasks that are done" class="card-tasks">
              <Icon name="check" /> {card.tasks_done}/{card.tasks}
              <span class="hidden"> done</span>
            </span>
          )}
        </span>
        {card.end_date && (
          <span class={isLate ? 'card-rotten' : 'card-day'} title={isLate ? 'Should have ended' : 'Is to end'}>
            <span class="hidden">{isLate ? 'was due ' : 'by '}</span>
            {dayName(card.end_date)}
          </span>
        )}
        <Avatar name={userName(card.owner_id)} />
        <ActivityMark activity={card.next_activity} />
      </span>
    </>
  )
}
