import { expect, test } from 'vitest'
import { asFailure } from '../api/asFailure.ts'
import { isConnectionLoss, isMachineLost } from './errors.ts'

const said = (code: string, message: string, severity = 'ERROR') =>
  Object.assign(new Error(message), { code, severity })

test.each([
  said(
    '08006',
    'connection to the remote node portico@10.0.0.2:5432 failed with the following error: Connection refused',
  ),
  said('XX000', 'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally'),
  said('XX000', 'could not receive data from server: Connection reset by peer'),
  said('XX000', 'failure on connection marked as essential: 10.0.0.2:5432'),
  said('XX000', 'could not commit transaction for shard 102042 on at least one active node'),
  said('57P01', 'terminating connection due to administrator command'),
  said('58030', 'failed to COPY to shard 102046 on 10.0.0.2:5432'),
  said('58030', 'failed to complete COPY on 10.0.0.2:5432'),
])('503 when the coordinator says of a worker: $message', error => {
  expect(isMachineLost(error)).toBe(true)
  expect(isConnectionLoss(error)).toBe(false)
  expect(asFailure(error)).toMatchObject({
    code: 'unavailable',
    message: 'The machine with this data is not reachable right now',
  })
})

test.each([
  said('57P01', 'terminating connection due to administrator command', 'FATAL'),
  said('57P03', 'the database system is starting up', 'FATAL'),
  said('CONNECTION_CLOSED', 'write CONNECTION_CLOSED'),
])('503 and another connection when the server itself ends: $message', error => {
  expect(isConnectionLoss(error)).toBe(true)
  expect(asFailure(error)).toMatchObject({ code: 'unavailable', message: 'The database is not reachable right now' })
})

test('500 for any other internal error of the database', () => {
  expect(asFailure(said('XX000', 'cache lookup failed for type 1'))).toMatchObject({ code: 'internal' })
  expect(asFailure(said('58030', 'could not read block 7 in file "base/5/1259"'))).toMatchObject({ code: 'internal' })
})
