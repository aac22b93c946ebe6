import { named, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { FED, FED_ITEMS } from '../kinds.ts'

/** A change as the feed tells it. */
export const FedChange = named(
  'FedChange',
  Type.Object({
    id: Type.Integer({ description: 'Of the change' }),
    time: Type.String({ description: 'RFC 3339 with microseconds' }),
    item: oneOf(FED_ITEMS),
    item_id: Type.Union([Type.Integer(), Type.String()], {
      description: `A text for ${FED.filter(kind => kind.idType)
        .map(kind => kind.logged)
        .join(', ')}`,
    }),
    action: oneOf(['added', 'updated', 'restored', 'merged', 'deleted', 'purged', 'hidden'], {
      description: 'hidden: the caller saw the record before this change and does not see it any more',
    }),
    record: optional(
      Type.Union([Type.Null(), ...FED.map(kind => kind.feed.shape)], {
        description:
          'With include=records: as the caller would read it now, in v2 (in v1 where v2 has none); null when that is not possible',
      }),
    ),
  }),
)
