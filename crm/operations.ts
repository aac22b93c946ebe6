import { acrossOperations } from './across/operations.ts'
import { companyOperations } from './company/operations.ts'
import { contactsOperations } from './contacts/operations.ts'
import { salesOperations } from './sales/operations.ts'
import { workOperations } from './work/operations.ts'

/** Every operation of the CRM. Each knows which API it belongs to: v1, v2, the web app or OAuth. */
export const operations = [
  ...contactsOperations,
  ...salesOperations,
  ...workOperations,
  ...companyOperations,
  ...acrossOperations,
]
