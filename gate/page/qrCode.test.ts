import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { utf8 } from '../bytes.ts'
import { qrCode } from './qrCode.ts'
import { CAPACITY } from './qrLayout.ts'
import { qrPath } from './qrPath.ts'

/** Modules as one text: comparing tens of thousands of numbers one by one takes the runner seconds. */
function drawn(text: string): string | undefined {
  return qrCode(text)?.modules.join('')
}

/** By another implementation, told to take the same level and mask. */
function drawnByOther(text: string): string {
  const options = { ecc: 'L', maskPattern: 2, boostEcc: false, border: 0 } as const
  return encode([...utf8(text)], options)
    .data.flat()
    .map(Number)
    .join('')
}

/** Different bytes, so that no two codewords change places unseen. */
function aText(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 7 + (index >> 5)) % 90))).join('')
}

describe('a QR code', () => {
  it.each(CAPACITY)('of %i bytes, which fill a version, is what another implementation makes', most => {
    expect(drawn(aText(most))).toBe(drawnByOther(aText(most)))
  })

  it.each(CAPACITY.slice(0, 20))('takes the next version for one byte more than %i', most => {
    expect(drawn(aText(most + 1))).toBe(drawnByOther(aText(most + 1)))
  })

  it('counts bytes, not characters', () => {
    expect(drawn('Grüße 👋')).toBe(drawnByOther('Grüße 👋'))
    expect(qrCode('ü'.repeat(9))?.size).toBe(25)
  })

  it('holds nothing of the one before it', () => {
    const first = drawn('the first')

    qrCode('the other')

    expect(drawn('the first')).toBe(first)
  })

  it('is none for more than 2,953 bytes', () => {
    expect(qrCode(aText(2_954))).toBeUndefined()
    expect(qrPath(aText(2_954))).toBeUndefined()
  })
})

describe('its path', () => {
  it('strokes exactly the dark modules', () => {
    const { size, path } = qrPath('https://shop.example/') ?? { size: 0, path: '' }
    const modules = new Uint8Array(size * size)
    for (const [, y, strokes = ''] of path.matchAll(/M0 (\d+)\.5([^M]*)/g)) {
      let x = Number(y) * size
      for (const [, gap = 0, length] of strokes.matchAll(/(?:m(\d+) 0)?h(\d+)/g)) {
        modules.fill(1, x + Number(gap), x + Number(gap) + Number(length))
        x += Number(gap) + Number(length)
      }
    }

    expect(modules).toEqual(qrCode('https://shop.example/')?.modules)
  })
})
