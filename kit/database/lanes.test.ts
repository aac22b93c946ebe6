import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import {
  enter,
  type Lane,
  laneForRead,
  laneForStatement,
  leastLoadedLane,
  leave,
  newLane,
  READ,
  STATEMENT,
  TRANSACTION,
} from './lanes.ts'

const nowhere = connect('postgres://nowhere.invalid/nothing')

function threeLanes() {
  return [newLane(nowhere), newLane(nowhere), newLane(nowhere)] as const
}

test('a read joins others on a lane that answers promptly', () => {
  const lanes = threeLanes()
  enter(lanes[1], READ)
  // However slow the machine that runs this is.
  lanes[1].heard += 60_000

  expect(laneForRead(lanes)).toBe(lanes[1])
})

test('a read stays away from a lane with a write on it', () => {
  const lanes = threeLanes()
  enter(lanes[0], STATEMENT)

  expect(laneForRead(lanes)).toBe(lanes[1])
})

test('a read stays away from a lane that has not answered for a while', () => {
  const lanes = threeLanes()
  enter(lanes[0], READ)
  lanes[0].heard -= 50

  expect(laneForRead(lanes)).toBe(lanes[1])
})

test('a read stays away from a lane whose answers take long', () => {
  const lanes = threeLanes()
  answering(lanes[0], READ, 20)
  enter(lanes[0], READ)

  expect(laneForRead(lanes)).toBe(lanes[1])
})

test('one who reads much leaves lanes to the others, and the first ones, which writes may use too', () => {
  const lanes = [newLane(nowhere), newLane(nowhere), newLane(nowhere), newLane(nowhere)] as const
  const read = (holder?: string) => {
    const lane = laneForRead(lanes, holder)
    enter(lane, READ, holder)
    // Not one that answers promptly.
    lane.heard -= 50
    return lanes.indexOf(lane)
  }

  expect([read('a'), read('a'), read('a'), read('a'), read('a')]).toEqual([3, 2, 2, 3, 2])
  expect([read('b'), read('b')]).toEqual([1, 1])
  expect(read()).toBe(0)

  for (const lane of lanes)
    for (const [holder, reads] of [...lane.readers])
      while (lane.readers.has(holder)) {
        leave(lane, READ, holder)
        expect(reads).toBeGreaterThan(0)
      }
  expect(laneForRead(lanes, 'a')).toBe(lanes[3])
})

test('a write of one statement joins others where their answers come fast', () => {
  const lanes = threeLanes()
  answering(lanes[0], STATEMENT, 0.5)
  for (let waiting = 0; waiting < 10; waiting++) enter(lanes[0], STATEMENT)
  lanes[0].heard += 60_000

  expect(laneForStatement(lanes)).toBe(lanes[0])
})

test('a write of one statement goes elsewhere when a slow disk would keep it waiting', () => {
  const lanes = threeLanes()
  answering(lanes[0], STATEMENT, 8)
  for (let waiting = 0; waiting < 2; waiting++) enter(lanes[0], STATEMENT)
  lanes[0].heard += 60_000

  expect(laneForStatement(lanes)).toBe(lanes[1])
})

test('a write of one statement stays away from a lane that is stuck, and from transactions', () => {
  const lanes = threeLanes()
  enter(lanes[0], STATEMENT)
  lanes[0].heard -= 50
  enter(lanes[1], TRANSACTION)
  lanes[1].heard += 60_000

  expect(laneForStatement(lanes)).toBe(lanes[2])
})

test('a transaction goes where least is going on', () => {
  const lanes = threeLanes()
  enter(lanes[0], STATEMENT)
  enter(lanes[1], READ)

  expect(leastLoadedLane(lanes)).toBe(lanes[2])
})

/** A lane that has answered for a while, each time after so many milliseconds. */
function answering(lane: Lane, weight: number, milliseconds: number) {
  for (let answer = 0; answer < 200; answer++) {
    enter(lane, weight)
    lane.heard = performance.now() - milliseconds
    leave(lane, weight)
  }
}
