import { followNestedCalls } from '../database/nestedCalls.ts'

// In every test file: a call of the database in the middle of a write fails the test that makes it.
followNestedCalls()
