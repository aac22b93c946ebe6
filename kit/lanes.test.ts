import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { enter, leave, lightest, newLane, quickest, READ, WRITE } from './lanes.ts'

const nowhere = connect('postgres://nowhere.invalid/nothing')

function threeLanes() {
  return [newLane(nowhere), newLane(nowhere), newLane(nowhere)] as const
}

test('a read joins others on a lane that answers promptly', () => {
  const lanes = threeLanes()
  enter(lanes[1], READ)
  // However slow the machine that runs this is.
  lanes[1].heard += 60_000

  expect(quickest(lanes)).toBe(lanes[1])
})

test('a read stays away from a lane with a write on it', () => {
  const lanes = threeLanes()
  enter(lanes[0], WRITE)

  expect(quickest(lanes)).toBe(lanes[1])
})

test('a read stays away from a lane that has not answered for a while', () => {
  const lanes = threeLanes()
  enter(lanes[0], READ)
  lanes[0].heard -= 50

  expect(quickest(lanes)).toBe(lanes[1])
})

test('a read stays away from a lane whose answers take long', () => {
  const lanes = threeLanes()
  for (let answer = 0; answer < 10; answer++) {
    enter(lanes[0], READ)
    lanes[0].heard -= 20
    leave(lanes[0], READ)
  }
  enter(lanes[0], READ)

  expect(quickest(lanes)).toBe(lanes[1])
})

test('a write goes where least is going on', () => {
  const lanes = threeLanes()
  enter(lanes[0], WRITE)
  enter(lanes[1], READ)

  expect(lightest(lanes)).toBe(lanes[2])
})
