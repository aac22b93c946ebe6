import { organizationCollection } from './organizations/v1/collection.ts'
import { organizationFieldsV1 } from './organizations/v1/fields.ts'
import { organizationFollowersV1 } from './organizations/v1/followers.ts'
import { organizationHistory } from './organizations/v1/history.ts'
import { organizationsV1 } from './organizations/v1/operations.ts'
import { relatedToOrganization } from './organizations/v1/related.ts'
import { organizationFieldsV2 } from './organizations/v2/fields.ts'
import { organizationFollowersV2 } from './organizations/v2/followers.ts'
import { organizations } from './organizations/v2/operations.ts'
import { personCollection } from './persons/v1/collection.ts'
import { personFieldsV1 } from './persons/v1/fields.ts'
import { personFollowersV1 } from './persons/v1/followers.ts'
import { personHistory } from './persons/v1/history.ts'
import { personsV1 } from './persons/v1/operations.ts'
import { personPictureV1 } from './persons/v1/picture.ts'
import { relatedToPerson } from './persons/v1/related.ts'
import { personFieldsV2 } from './persons/v2/fields.ts'
import { personFollowersV2 } from './persons/v2/followers.ts'
import { persons } from './persons/v2/operations.ts'
import { personPictureV2 } from './persons/v2/picture.ts'
import { organizationRelationships } from './relationships/v1/operations.ts'

/** Every operation on persons and organizations. */
export const contactsOperations = [
  ...personFieldsV1,
  ...personFieldsV2,
  ...organizationFieldsV1,
  ...organizationFieldsV2,
  ...organizationRelationships,
  ...organizationsV1,
  ...organizationCollection,
  ...organizationFollowersV1,
  ...organizationFollowersV2,
  ...organizationHistory,
  ...organizations,
  ...relatedToOrganization,
  ...personsV1,
  ...personCollection,
  ...personFollowersV1,
  ...personFollowersV2,
  ...personHistory,
  ...persons,
  ...personPictureV1,
  ...personPictureV2,
  ...relatedToPerson,
]
