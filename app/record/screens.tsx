import { DEAL, ORGANIZATION, PERSON } from './kinds.ts'
import { RecordScreen } from './record.tsx'

export const DealScreen = ({ id }: { id: string }) => <RecordScreen key={`deal${id}`} kind={DEAL} id={Number(id)} />
export const PersonScreen = ({ id }: { id: string }) => (
  <RecordScreen key={`person${id}`} kind={PERSON} id={Number(id)} />
)
export const OrganizationScreen = ({ id }: { id: string }) => (
  <RecordScreen key={`organization${id}`} kind={ORGANIZATION} id={Number(id)} />
)
