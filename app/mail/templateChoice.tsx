import type { FilledTemplate, MailTemplate } from '@portico/crm/work/mailTemplates/app/shape'
import { call } from '../api/call.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { useAnswer } from '../store/answer.ts'
import { peopleIn } from './addresses.ts'
import type { Letter, LetterStart, LetterStore } from './letter.ts'

/** Texts that are written again and again, filled in for the one who gets this message. */
export function TemplateChoice({ store, link }: { store: LetterStore; link: LetterStart['link'] }) {
  const { data } = useAnswer<MailTemplate[]>('/app/api/mailTemplates', ['mail_template'])
  const templates = data.value ?? []

  async function use({ id, name }: MailTemplate) {
    const before = store.letter.value
    try {
      const { data: filled } = await call<FilledTemplate>(
        `GET /app/api/mailTemplates/${id}/filled?${writtenTo(before)}`,
      )
      const { subject, text } = before
      store.change(withTemplate(before, filled))
      tell(`Used “${name}”${missingWords(filled.missing)}`, {
        action: { label: 'Undo', run: () => store.change({ subject, text }) },
      })
    } catch (error) {
      tellProblem(error)
    }
  }
  function writtenTo({ to }: Letter): URLSearchParams {
    const [first] = peopleIn(to)
    return new URLSearchParams({
      ...(link?.deal_id !== undefined && { deal_id: String(link.deal_id) }),
      ...(link?.lead_id !== undefined && { lead_id: link.lead_id }),
      ...(first && { address: first.address }),
    })
  }

  return (
    <select
      aria-label="Use a template"
      value=""
      onChange={({ currentTarget }) => {
        const { value } = currentTarget
        currentTarget.value = ''
        if (value === MANAGE) return void window.open('/app/settings/mail-templates')
        const template = templates.find(({ id }) => id === Number(value))
        if (template) void use(template)
      }}
    >
      <option value="">Template …</option>
      {templates.map(({ id, name, is_shared }) => (
        <option key={id} value={id}>
          {is_shared ? `${name} (shared)` : name}
        </option>
      ))}
      <option value={MANAGE}>{templates.length === 0 ? 'Write a template' : 'Change templates'}</option>
    </select>
  )
}

const MANAGE = 'manage'

/** What was written stays below it; a subject that is there stays. */
export function withTemplate({ subject, text }: Letter, filled: FilledTemplate): Partial<Letter> {
  return {
    subject: subject.trim() ? subject : filled.subject,
    text: text.trim() ? `${filled.body}\n\n${text.trimStart()}` : filled.body,
  }
}

function missingWords(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `. Nothing is known for ${missing.join(', ')}: its place is empty`
}
