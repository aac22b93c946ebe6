import { describe, expect, test } from 'vitest'
import { decideLinks, NO_LINKS } from './links.ts'
import { decideArchive, decideStatus } from './rules.ts'

const now = new Date('2026-03-01T08:00:00Z')

describe('the status of a project', () => {
  const open = { status: 'open', is_deleted: false } as const
  const deleted = { status: 'canceled', is_deleted: true } as const

  test('stays as it is when nothing or the same is wanted', () => {
    expect(decideStatus(open, undefined, now)).toEqual({ values: {} })
    expect(decideStatus(open, 'open', now)).toEqual({ values: {} })
    expect(decideStatus(deleted, 'deleted', now)).toEqual({ values: {} })
  })

  test('changes with its time', () => {
    expect(decideStatus(open, 'completed', now)).toEqual({ values: { status: 'completed', status_change_time: now } })
  })

  test('deleted deletes and keeps what the project comes back to', () => {
    expect(decideStatus(open, 'deleted', now)).toEqual({
      values: { is_deleted: true, delete_time: now, status_change_time: now },
      action: 'deleted',
    })
  })

  test('of a deleted project brings it back, the one it had among them; anything else is refused', () => {
    expect(decideStatus(deleted, 'canceled', now)).toEqual({
      values: { status: 'canceled', status_change_time: now, is_deleted: false, delete_time: null },
      action: 'restored',
    })
    expect(() => decideStatus(deleted, undefined, now)).toThrow('send status open to bring it back')
  })
})

test('the archive keeps the first time, and taking a project out of it forgets that', () => {
  expect(decideArchive({ is_archived: false }, true, now)).toEqual({ is_archived: true, archive_time: now })
  expect(decideArchive({ is_archived: true }, true, now)).toEqual({})
  expect(decideArchive({ is_archived: true }, undefined, now)).toEqual({})
  expect(decideArchive({ is_archived: true }, false, now)).toEqual({ is_archived: false, archive_time: null })
})

test('a list of links that is given replaces the one there was, each record once and in order; others stay', () => {
  const before = { ...NO_LINKS, deal_ids: [1, 2], person_ids: [5] }

  expect(decideLinks(before, { deal_ids: [3, 1, 3] })).toEqual({ deal_ids: [3, 1], person_ids: [5], org_ids: [] })
  expect(decideLinks(before, { person_ids: [] })).toEqual({ deal_ids: [1, 2], person_ids: [], org_ids: [] })
})
