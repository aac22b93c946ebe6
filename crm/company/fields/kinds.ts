import type { FieldKind } from '../../base/fields/declaration.ts'
import { organizationKind } from '../../contacts/organizations/kind.ts'
import { personKind } from '../../contacts/persons/kind.ts'
import { dealKind } from '../../sales/deals/kind.ts'
import { leadKind } from '../../sales/leads/kind.ts'
import { productKind } from '../../sales/products/kind.ts'
import { activityKind } from '../../work/activities/kind.ts'
import { noteKind } from '../../work/notes/kind.ts'
import { projectKind } from '../../work/projects/kind.ts'

/** Every kind of record that has fields. */
export const KINDS = {
  deal: dealKind,
  person: personKind,
  organization: organizationKind,
  product: productKind,
  activity: activityKind,
  note: noteKind,
  lead: leadKind,
  project: projectKind,
} as const satisfies Readonly<Record<string, FieldKind>>
