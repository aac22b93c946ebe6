import type { Pipeline } from '@portico/crm/sales/pipelines/v2/shape'
import type { StageDeals } from '@portico/crm/sales/stages/app/removal'
import type { Stage } from '@portico/crm/sales/stages/v2/shape'
import { useMemo } from 'preact/hooks'
import { call } from '../api/call.ts'
import { pipelines, readPipelines, stages, stagesOf } from '../store/company.ts'
import type { Choice, Values } from './form.tsx'
import type { PageProps, SettingsListOf } from './listOf.ts'
import type { SectionProps } from './sections.ts'
import { SettingsList } from './settingsList.tsx'

/** Pipelines in their order; each leads to its stages. */
export function Pipelines({ base, rest }: SectionProps) {
  return <SettingsList of={PIPELINES} base={base} rest={rest} />
}

/** How many deals are in each stage, as it was when the list was read. */
let deals: ReadonlyMap<number, StageDeals> = new Map()

async function readAll(): Promise<void> {
  const [{ data }] = await Promise.all([call<StageDeals[]>('GET /app/api/stageDeals'), readPipelines()])
  deals = new Map(data.map(each => [each.stage_id, each]))
}

const countOf = (of: readonly Stage[]) =>
  of.reduce((sum, { id }) => sum + (deals.get(id)?.open ?? 0) + (deals.get(id)?.closed ?? 0), 0)
const inWords = (count: number) => (count === 1 ? '1 deal' : `${count} deals`)

const PIPELINES: SettingsListOf<Pipeline> = {
  title: 'Pipelines and stages',
  explains: 'The first pipeline is where new deals go.',
  one: 'pipeline',
  live: ['pipeline', 'stage'],
  read: async () => {
    await readAll()
    return pipelines.value
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  facts: ({ id }) => `${stagesOf(id).length} stages, ${inWords(countOf(stagesOf(id)))}`,
  empty: 'There is no pipeline.',
  fields: pipeline => [
    { name: 'name', label: 'Name', type: 'text', required: true },
    {
      name: 'is_deal_probability_enabled',
      label: 'Weigh deals by the probability of their stage',
      type: 'switch',
    },
    ...(pipeline ? [] : [{ name: 'stages', label: 'Stages, one on each line', type: 'long', required: true } as const]),
  ],
  values: (pipeline): Values =>
    pipeline
      ? { name: pipeline.name, is_deal_probability_enabled: pipeline.is_deal_probability_enabled }
      : { name: '', is_deal_probability_enabled: true, stages: 'Qualified\nContact made\nProposal made\nNegotiation' },
  add: { verb: 'Add a pipeline', run: addPipeline },
  change: ({ id }, body) => call(`PATCH /v2/pipelines/${id}`, { body }),
  move: ({ id }, place) => call(`PATCH /v2/pipelines/${id}`, { body: { order_nr: place } }),
  remove: {
    may: () => pipelines.value.length > 1,
    loses: ({ id }) => {
      const own = stagesOf(id)
      return `Its ${own.length} stages go with it, for good. ${inWords(countOf(own))} move to the stage you choose, all or none.`
    },
    asks: ({ id }) => (countOf(stagesOf(id)) > 0 ? whereTo(stages.value.filter(each => each.pipeline_id !== id)) : []),
    run: ({ id }, values) => call(`POST /app/api/pipelines/${id}/removal`, { body: target(values) }),
  },
  page: PipelinePage,
}

async function addPipeline({ stages: names, ...body }: Values): Promise<void> {
  const { data } = await call<Pipeline>('POST /v2/pipelines', { body })
  for (const name of String(names)
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean))
    await call('POST /v2/stages', { body: { name, pipeline_id: data.id } })
}

const whereTo = (open: readonly Stage[]) => [
  {
    name: 'stage_id',
    label: 'Move its deals to',
    type: 'choice',
    required: true,
    choices: open.map(choiceOf),
  } as const,
]
const target = ({ stage_id }: Values) => (stage_id ? { stage_id: Number(stage_id) } : {})

function choiceOf({ id, name, pipeline_id }: Stage): Choice {
  const pipeline = pipelines.value.find(each => each.id === pipeline_id)
  return { id: String(id), label: `${pipeline?.name ?? ''} › ${name}` }
}

function PipelinePage({ item, base, rest }: PageProps<Pipeline>) {
  const list = useMemo(() => stagesIn(item.id), [item.id])
  return <SettingsList of={list} base={base} rest={rest} isNested />
}

function stagesIn(pipelineId: number): SettingsListOf<Stage> {
  return {
    title: 'Stages',
    explains: 'A deal goes through them from top to bottom.',
    one: 'stage',
    live: ['stage', 'pipeline'],
    read: async () => {
      await readAll()
      return stagesOf(pipelineId)
    },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    facts: stage =>
      [
        `${stage.deal_probability} % likely`,
        stage.is_deal_rot_enabled && stage.days_to_rotten ? `grows old after ${stage.days_to_rotten} days` : '',
        inWords(countOf([stage])),
      ]
        .filter(Boolean)
        .join(' · '),
    empty: 'This pipeline has no stages, so no deal can be in it. Add the first one.',
    fields: () => [
      { name: 'name', label: 'Name', type: 'text', required: true },
      { name: 'deal_probability', label: 'Probability in %', type: 'number', min: 0, max: 100 },
      { name: 'is_deal_rot_enabled', label: 'Mark deals that nobody has touched for long', type: 'switch' },
      {
        name: 'days_to_rotten',
        label: 'Days until a deal grows old',
        type: 'number',
        min: 1,
        max: 10_000,
        required: true,
        when: values => values.is_deal_rot_enabled === true,
      },
    ],
    values: stage => ({
      name: stage?.name ?? '',
      deal_probability: stage?.deal_probability ?? 100,
      is_deal_rot_enabled: stage?.is_deal_rot_enabled ?? false,
      days_to_rotten: stage?.days_to_rotten ?? null,
    }),
    add: {
      verb: 'Add a stage',
      run: values => call('POST /v2/stages', { body: { ...values, pipeline_id: pipelineId } }),
    },
    change: ({ id }, body) => call(`PATCH /v2/stages/${id}`, { body }),
    move: ({ id }, place) => call(`PATCH /v2/stages/${id}`, { body: { order_nr: place } }),
    remove: {
      loses: stage => {
        const count = countOf([stage])
        return count > 0
          ? `${inWords(count)} move to the stage you choose, all or none. The stage itself cannot be brought back.`
          : 'No deal is in it. It cannot be brought back.'
      },
      asks: stage => (countOf([stage]) > 0 ? whereTo(nearFirst(stage)) : []),
      run: ({ id }, values) => call(`POST /app/api/stages/${id}/removal`, { body: target(values) }),
    },
  }
}

/** The other stages, those of the same pipeline first. */
function nearFirst({ id, pipeline_id }: Stage): Stage[] {
  const others = stages.value.filter(each => each.id !== id)
  return [
    ...others.filter(each => each.pipeline_id === pipeline_id),
    ...others.filter(each => each.pipeline_id !== pipeline_id),
  ]
}
