import { LISTS } from './kinds.ts'
import { List } from './list.tsx'

export const DealList = () => <List key="deal" kind={LISTS.deal} />
export const PersonList = () => <List key="person" kind={LISTS.person} />
export const OrganizationList = () => <List key="organization" kind={LISTS.organization} />
export const ProductList = () => <List key="product" kind={LISTS.product} />
