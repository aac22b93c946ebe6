import { useSignal } from '@preact/signals'
import { call } from '../api/call.ts'
import { Dialog } from '../parts/dialog.tsx'
import { RecordChoice } from '../parts/recordChoice.tsx'
import { go, query, refine } from '../shell/location.ts'
import { tell } from '../shell/toasts.ts'
import { Form } from './form.tsx'

/** What a person may ask for: to be told everything, or to be forgotten. */
export function PersonalData() {
  const isForgetting = useSignal(false)
  const id = Number(query.value.get('person')) || undefined
  const name = query.value.get('name') ?? ''
  return (
    <section class="settings-list" aria-label="Personal data">
      <header class="settings-head">
        <div>
          <h1>Personal data</h1>
          <p class="soft">Somebody asks what you know about them, or wants to be forgotten.</p>
        </div>
      </header>
      <div class="narrow">
        <RecordChoice
          label="Person"
          types={['person']}
          text={name}
          choose={found => refine({ person: found.id, name: found.name ?? '' })}
        />
      </div>
      {id && (
        <div class="row settings-actions">
          <a class="button" href={`/v2/persons/${id}/personalData`} download>
            Download everything about {name}
          </a>
          <button type="button" class="danger" onClick={() => (isForgetting.value = true)}>
            Forget {name}
          </button>
        </div>
      )}
      {isForgetting.value && id && (
        <Dialog title={`Forget ${name} for good?`} close={() => (isForgetting.value = false)}>
          <Form
            fields={[{ name: 'confirm_name', label: `Write “${name}” to go on`, type: 'text', required: true }]}
            values={{ confirm_name: '' }}
            verb="Forget"
            danger
            cancel={() => (isForgetting.value = false)}
            save={async body => {
              await call(`POST /v2/persons/${id}/forget`, { body })
              isForgetting.value = false
              go('/app/settings/personal-data', { replace: true })
              tell(`${name} is being forgotten`)
            }}
          >
            <p>
              Name, addresses, notes, mails, files, calls and the history about them are erased. Nobody can bring them
              back, not even you.
            </p>
          </Form>
        </Dialog>
      )}
    </section>
  )
}
