import { operationsOf } from '@portico/kit/api/operation'
import type { Demand } from '../access/mayDo.ts'
import type { Crm } from './context.ts'

/** Declares an operation of CRM v1, older v1 calls included. */
export const v1 = operationsOf<Crm, Demand>('crm-v1')

/** Declares an operation of CRM v2. */
export const v2 = operationsOf<Crm, Demand>('crm-v2')

/** Declares an operation of the web app's own, beside those of v1 and v2 that it uses. */
export const app = operationsOf<Crm, Demand>('crm-app')

/** Declares what apps call to get and to give back tokens. */
export const oauth = operationsOf<Crm, Demand>('crm-oauth')
