import { expect, test } from 'vitest'
import { panelName, parsePanelName } from './panelAddress.ts'

test('a record of every kind is read back from the address of its panel', () => {
  for (const record of [
    { kind: 'deal', id: 7 },
    { kind: 'organization', id: 123456789 },
    { kind: 'lead', id: '7f3c2b1a-0000-4000-8000-1234567890ab' },
  ] as const)
    expect(parsePanelName(panelName(record.kind, record.id))).toEqual(record)
})

test('an address that names no record opens nothing', () => {
  for (const text of [null, '', 'deal', 'deal-', 'deal-0', 'deal-x', 'deal-7-8', 'planet-7', 'deal-7/../8'])
    expect(parsePanelName(text), String(text)).toBeUndefined()
})
