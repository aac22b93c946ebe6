import { expect, test } from 'vitest'
import { channelOfAnother, noSuchChannel, noSuchConversation } from './rules.ts'

test('errors of messengers have a code beside their text', () => {
  expect(noSuchChannel('channel_id')).toMatchObject({
    code: 'invalid',
    details: { field: 'channel_id', additional_data: { code: 'ERR_CHANNEL_NOT_FOUND' } },
  })
  expect(channelOfAnother()).toMatchObject({
    code: 'forbidden',
    details: { additional_data: { code: 'ERR_CHANNEL_OF_ANOTHER_APP' } },
  })
  expect(noSuchConversation()).toMatchObject({
    code: 'missing',
    details: { additional_data: { code: 'ERR_CONVERSATION_NOT_FOUND' } },
  })
})
