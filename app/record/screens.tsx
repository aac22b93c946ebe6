import { DEAL, ORGANIZATION, PERSON } from './kinds.ts'
import { RecordScreen } from './record.tsx'

export const DealScreen = ({ id }: { id: number }) => <RecordScreen key={`deal${id}`} kind={DEAL} id={id} />
export const PersonScreen = ({ id }: { id: number }) => <RecordScreen key={`person${id}`} kind={PERSON} id={id} />
export const OrganizationScreen = ({ id }: { id: number }) => (
  <RecordScreen key={`organization${id}`} kind={ORGANIZATION} id={id} />
)
