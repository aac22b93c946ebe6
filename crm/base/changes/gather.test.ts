import { expect, test } from 'vitest'
import { allGathered } from './gather.ts'

test('what several pieces of work ask for at the same time is asked for once, and each gets its own', async () => {
  const asked: (readonly number[])[] = []
  const double = async (numbers: readonly number[]) => {
    asked.push(numbers)
    return numbers.map(number => number * 2)
  }

  const settled = await allGathered([1, 2, 3], async (gather, item) => {
    const once = await gather.call('double', item, double)
    return gather.call('double', once, double)
  })

  expect(settled).toEqual([4, 8, 12].map(value => ({ status: 'fulfilled', value })))
  expect(asked).toEqual([
    [1, 2, 3],
    [2, 4, 6],
  ])
})

test('it waits for work that is slower, and not for what has ended or failed', async () => {
  const asked: (readonly string[])[] = []
  const keep = async (texts: readonly string[]) => {
    asked.push(texts)
    return texts
  }
  let goOn = () => {}
  const slow = new Promise<void>(resolve => {
    goOn = resolve
  })

  const running = allGathered(['quick', 'slow', 'failing', 'idle'], async (gather, item) => {
    if (item === 'failing') throw new Error('refused')
    if (item === 'idle') return item
    if (item === 'slow') await slow
    return gather.call('keep', item, keep)
  })
  await new Promise(resolve => setImmediate(resolve))
  expect(asked).toEqual([])
  goOn()

  expect((await running).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(asked).toEqual([['quick', 'slow']])
})

test('what fails, fails for everybody who asked for it, and for nobody else', async () => {
  const settled = await allGathered([1, 2, 3], (gather, item) =>
    gather.call(item < 3 ? 'broken' : 'whole', item, async items => {
      if (items.includes(1)) throw new Error('lost')
      return items
    }),
  )

  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})
