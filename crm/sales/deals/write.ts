import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { decideVisibility } from '../../base/access/decidedByHand.ts'
import { requireRight } from '../../base/access/mayDo.ts'
import { defaultVisibility, maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { requireTransaction } from '../../base/changes/unlocked.ts'
import { changeUnread } from '../../base/changes/unreadStore.ts'
import {
  type DeletionOptions,
  insertRecordWire,
  updateRecord,
  updateRecordWire,
  type Values,
} from '../../base/changes/write.ts'
import { checkCustom, checkLabels, fieldsOf } from '../../base/fields/check.ts'
import { storedValues } from '../../base/fields/derive.ts'
import { customChange, customColumn, patched } from '../../base/fields/values.ts'
import { changed, checkReferences } from '../../base/records/references.ts'
import { type Undoing, undone } from '../../base/records/revert.ts'
import { requireMatch, type WireRow } from '../../base/records/version.ts'
import { leaveValueToProducts, syncDealValue } from '../dealProducts/value.ts'
import { WITHOUT_PRODUCTS } from '../dealProducts/valueStore.ts'
import { findStage } from '../stages/findStage.ts'
import { dealFields } from './fields.ts'
import type { DealInput } from './input.ts'
import { requireDealFields } from './requiredFields.ts'
import { closesByHand, type DealOutcome, decideOutcome, OPEN } from './rules.ts'
import { type DealRow, lockDeal } from './store.ts'

const stored = storedValues(dealFields)

/** Stores a new deal with one statement and gives it back in the wanted columns. */
export async function createDeal(
  crm: Crm,
  input: DealInput,
  columns: Fragment = sql`d.id`,
): Promise<WireRow & { id: number }> {
  const { actor, now } = crm
  requireRights(crm, input)
  const custom = input.custom({})
  await checkReferences(crm, input)
  await checkLabels(crm, 'deal', input.label_ids)
  await checkCustom(crm, 'deal', custom)
  const stage = await findStage(crm, input)
  const outcome = decideOutcome(OPEN, input, now)
  const values = {
    owner_id: actor.userId,
    creator_id: actor.userId,
    currency: actor.defaultCurrency,
    visible_to: defaultVisibility(actor, 'deal'),
    stage_id: stage.id,
    pipeline_id: stage.pipeline_id,
    origin_id: input.origin_id,
    custom: customColumn(custom),
    add_time: input.add_time ?? now,
    update_time: now,
    ...stored(input),
    ...outcome,
    ...archival(input, now),
    ...(input.is_deleted && deletion(outcome, now)),
  }
  await requireDealFields(crm, () => ({ ...values, custom: custom.set }), undefined, custom.named)
  return insertRecordWire(crm, 'deal', values, { alias: 'd', columns })
}

/**
 * Changes a deal the caller may see; or undoes a change of it. Gives it back in the wanted columns, unless it has to be read
 * again.
 */
export async function updateDeal(
  crm: Crm,
  id: number,
  input: DealInput,
  { undoing, columns: wanted }: { undoing?: Undoing; columns?: Fragment } = {},
): Promise<WireRow | undefined> {
  const unread = undoing ? undefined : await changeDealUnread(crm, id, input, wanted)
  if (unread) return unread
  // The products are in its currency as well.
  if (input.currency !== undefined) requireTransaction(crm)
  const deal = await lockDeal(crm, id)
  requireMatch(crm, deal.version)
  requireRights(crm, input, deal)
  const custom = input.custom(deal.custom)
  await checkReferences(crm, changed(input, deal))
  await checkLabels(crm, 'deal', input.label_ids)
  await checkCustom(crm, 'deal', custom)
  if (deal.is_deleted && input.is_deleted) return undefined
  if (deal.is_deleted && input.is_deleted !== false)
    throw failure('gone', 'The deal is deleted; send is_deleted false to bring it back')
  const standing = deal.is_deleted ? { ...deal, status: deal.status_before ?? 'open' } : deal
  const outcome = decideOutcome(standing, input, crm.now)
  const given = await leaveValueToProducts(crm, id, input)
  const { columns, options } = undone(undoing)
  if ('value' in columns && given.value === undefined)
    throw failure('conflict', 'value follows from the products of the deal: leave it out, or change the products', {
      field: 'value',
    })
  const moved = await move(crm, deal, input)
  const plain = stored(given)
  const after = () => ({ ...deal, ...plain, ...outcome, ...moved, custom: patched(deal.custom, custom) })
  if (!input.is_deleted) await requireDealFields(crm, after, deal, custom.named)
  const values = {
    ...plain,
    ...changed(outcome, deal),
    ...archival(input, crm.now),
    ...moved,
    ...customChange(custom),
    ...(deal.is_deleted && { is_deleted: false, delete_time: null, status_before: null }),
    ...(input.is_deleted && deletion(outcome, crm.now)),
    ...columns,
  }
  const action = deal.is_deleted ? 'restored' : input.is_deleted ? 'deleted' : 'updated'
  const how = { action, ...options } as const
  if (wanted && input.currency === undefined)
    return updateRecordWire(crm, 'deal', id, values, how, { alias: 'd', columns: wanted })
  await updateRecord(crm, 'deal', id, values, how)
  if (input.currency !== undefined) await syncDealValue(crm, id)
  return undefined
}

/** What is stored as it comes, whatever else the deal holds. */
const INDEPENDENT: ReadonlySet<string> = new Set([
  'title',
  'value',
  'probability',
  'expected_close_date',
  'label_ids',
  'channel',
  'channel_id',
] satisfies (keyof DealInput)[])

/** Changes a deal without reading it first, where what is sent allows for that; undefined where it has to be read. */
async function changeDealUnread(
  crm: Crm,
  id: number,
  { custom: _, withoutCustom, ...input }: DealInput,
  columns: Fragment = sql`d.id`,
): Promise<WireRow | undefined> {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isPlain = withoutCustom && given.length > 0 && given.every(name => INDEPENDENT.has(name))
  if (!crm.unlocked || !isPlain || crm.call.request.headers.has('if-match')) return undefined
  if ((await fieldsOf(crm, 'deal')).required.length > 0) return undefined
  await checkLabels(crm, 'deal', input.label_ids)
  return changeUnread(crm, 'deal', id, stored(input), {
    maySee: maySee(crm.actor, 'deal', 'old'),
    conditions: input.value === undefined ? [] : [WITHOUT_PRODUCTS],
    alias: 'd',
    columns,
  })
}

/** What not everyone may write into a deal; `before` is the deal that is changed. */
function requireRights(crm: Crm, input: DealInput, before?: DealRow): void {
  decideVisibility(crm, 'deal', input.visible_to, before)
  if (closesByHand(input, before)) requireRight(crm, 'can_edit_deals_closed_date')
  if (input.is_deleted && !before?.is_deleted) requireRight(crm, 'can_delete_deals')
}

/** Deletes a deal; for 30 days it can be brought back. Deleting twice is deleting once. */
export async function removeDeal(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const deal = await lockDeal(crm, id)
  requireMatch(crm, deal.version)
  if (deal.is_deleted) return
  await updateRecord(crm, 'deal', id, deletion(deal, crm.now), { action: 'deleted', ...options })
}

/** A deleted deal remembers the status it comes back to. */
function deletion({ status }: DealOutcome, now: Date): Values {
  return { is_deleted: true, delete_time: now, status: 'deleted', status_before: status }
}

function archival({ is_archived, archive_time }: DealInput, now: Date): Values {
  if (is_archived === undefined) return {}
  return { is_archived, archive_time: is_archived ? (archive_time ?? now) : null }
}

/** The stage decides the pipeline; a pipeline without a stage means its first stage. */
async function move(crm: Crm, deal: DealRow, { stage_id, pipeline_id }: DealInput): Promise<Values> {
  if (stage_id === undefined && (pipeline_id === undefined || pipeline_id === deal.pipeline_id)) return {}
  const stage = await findStage(crm, { stage_id, pipeline_id })
  if (stage.id === deal.stage_id) return {}
  return { stage_id: stage.id, pipeline_id: stage.pipeline_id, stage_change_time: crm.now }
}
