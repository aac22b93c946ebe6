import type { ProjectCard } from '@portico/crm/work/projects/app/board'
import { changeCard, changeCards, deleteCard } from '../board/boardStore.ts'
import type { CardKind } from '../board/cardKind.ts'
import { dayName, today } from '../parts/days.ts'
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
  facts: [
    {
      code: 'end_date',
      label: 'End date',
      place: 'line',
      isUsual: true,
      // What is late says so whatever is chosen.
      text: ({ end_date: day }: ProjectCard) => (day && day >= today() ? `by ${dayName(day)}` : null),
    },
    { code: 'about', label: 'Whom it is for', place: 'line', isUsual: true, text: (card: ProjectCard) => card.about },
    {
      code: 'start_date',
      label: 'Start date',
      place: 'line',
      isUsual: false,
      text: ({ start_date: day }: ProjectCard) => day && `from ${dayName(day)}`,
    },
    {
      code: 'tasks',
      label: 'Tasks',
      place: 'foot',
      isUsual: true,
      text: ({ tasks, tasks_done }: ProjectCard) => (tasks > 0 ? `${tasks_done}/${tasks} done` : null),
    },
    { code: 'owner_id', label: 'Owner', place: 'owner', isUsual: true },
    { code: 'next_activity', label: 'What is next', place: 'mark', isUsual: true },
  ],
  view: 'project_card',
  late: ({ end_date: day }: ProjectCard) => (day && day < today() ? `was due ${dayName(day)}` : undefined),
  QuickAdd: AddProject,
  bulk: cards => [
    { label: 'Completed', run: () => changeCards(cards, { status: 'completed' }, undefined) },
    { label: 'Archive', run: () => changeCards(cards, { is_archived: true }, undefined) },
  ],
}
