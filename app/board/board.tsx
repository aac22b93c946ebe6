import { useMemo } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { stages } from '../store/company.ts'
import { firstSight } from '../store/firstSight.ts'
import { BoardBar, useChosen } from './boardBar.tsx'
import { BoardFrame } from './boardFrame.tsx'
import { columns, isLoading } from './boardStore.ts'
import { stageLayout, stagePlaces } from './stageLayout.ts'

/** The open deals of a pipeline, a column for each stage. */
export function Board() {
  const chosen = useChosen('next_activity')
  const layout = useMemo(() => stageLayout(chosen), [chosen])
  const places = useMemo(() => stagePlaces(chosen.pipelineId), [chosen.pipelineId, stages.value])
  return (
    <BoardFrame layout={layout} titles={places} places={places}>
      <BoardBar chosen={chosen} />
      {!isLoading.value && columns.value.every(column => column.count === 0) && <NoDeals />}
    </BoardFrame>
  )
}

function NoDeals() {
  return (
    <p class="board-empty">
      No open deals here. Add one with <Icon name="plus" /> at the head of a stage
      {firstSight.value.is_empty ? (
        <>
          , or <a href="/app">begin with something else</a>
        </>
      ) : null}
      .
    </p>
  )
}
