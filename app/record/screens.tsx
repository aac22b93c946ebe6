import { DEAL, LEAD, ORGANIZATION, PERSON, PRODUCT, PROJECT } from './kinds.ts'
import { RecordScreen } from './record.tsx'

interface Props {
  id: string
}

export const DealScreen = ({ id }: Props) => <RecordScreen key={`deal${id}`} kind={DEAL} id={Number(id)} />
export const PersonScreen = ({ id }: Props) => <RecordScreen key={`person${id}`} kind={PERSON} id={Number(id)} />
export const OrganizationScreen = ({ id }: Props) => (
  <RecordScreen key={`organization${id}`} kind={ORGANIZATION} id={Number(id)} />
)
export const LeadScreen = ({ id }: Props) => <RecordScreen key={`lead${id}`} kind={LEAD} id={id} />
export const ProjectScreen = ({ id }: Props) => <RecordScreen key={`project${id}`} kind={PROJECT} id={Number(id)} />
export const ProductScreen = ({ id }: Props) => <RecordScreen key={`product${id}`} kind={PRODUCT} id={Number(id)} />
