import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../api/call.ts'
import { Dialog } from '../parts/dialog.tsx'
import { go } from '../shell/location.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import { onChanges } from '../store/live.ts'
import { offerInverse, offerUndo } from '../store/undo.ts'
import { Form, type Values } from './form.tsx'
import { ItemPage } from './itemPage.tsx'
import type { SettingsListOf } from './listOf.ts'
import { RemoveDialog } from './removeDialog.tsx'
import { moved } from './reorder.tsx'
import { SettingsRow } from './settingsRow.tsx'

interface Props<Item> {
  of: SettingsListOf<Item>
  /** Its address; what follows it names one of the list, or `new`. */
  base: string
  rest: readonly string[]
  /** Below another list, whose heading stands above it. */
  isNested?: boolean
  /** Another value has it read again. */
  again?: number
}

/** A list of settings as it is declared: shown, added to, changed, put in order, deleted from. */
export function SettingsList<Item>({ of, base, rest, isNested = false, again = 0 }: Props<Item>) {
  const items = useSignal<readonly Item[] | undefined>(undefined)
  const problem = useSignal('')
  const removing = useSignal<Item | undefined>(undefined)
  async function read() {
    try {
      items.value = await of.read()
      problem.value = ''
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
    }
  }
  useEffect(() => {
    items.value = undefined
    void read()
  }, [base])
  useEffect(() => {
    if (again > 0) void read()
  }, [again])
  useEffect(() => onChanges(of.live ?? [], read), [base])

  const [first, ...further] = rest
  const item = items.value?.find(each => String(of.idOf(each)) === first)
  const back = () => go(base, { replace: true })

  async function change(which: Item, values: Values) {
    const before = of.values?.(which) ?? {}
    await of.change?.(which, values)
    offerInverse(`Changed ${of.one} “${of.nameOf(which)}”`, async () => {
      await of.change?.(which, before)
      await read()
    })
    await read()
  }

  /** By what it is, not by its number: the list may have been read anew since it was taken hold of. */
  async function move(which: Item, to: number) {
    const all = items.value ?? []
    const from = all.findIndex(each => of.idOf(each) === of.idOf(which))
    if (from === -1 || !of.move || to < 0 || to >= all.length || from === to) return
    items.value = moved(all, from, to)
    try {
      await of.move(which, to + 1)
      offerInverse(`“${of.nameOf(which)}” is number ${to + 1} now`, async () => {
        await of.move?.(which, from + 1)
        await read()
      })
      await read()
    } catch (error) {
      items.value = all
      tellProblem(error)
    }
  }

  const removal = removing.value && of.remove && (
    <RemoveDialog
      one={of.one}
      name={of.nameOf(removing.value)}
      item={removing.value}
      removal={of.remove}
      close={() => (removing.value = undefined)}
      done={async answer => {
        const gone = removing.value
        removing.value = undefined
        back()
        if (gone && of.remove?.isLogged && isAnswer(answer)) {
          offerUndo(`Deleted ${of.nameOf(gone)}`, answer.correlationId)
        } else if (gone && of.remove?.undo) {
          offerInverse(`${of.remove.verb ?? 'Deleted'} ${of.nameOf(gone)}`, async () => {
            await of.remove?.undo?.(gone)
            await read()
          })
        } else if (gone) tell(`${of.remove?.verb ?? 'Delete'}: ${of.nameOf(gone)}, done`)
        await read()
      }}
    />
  )

  if (problem.value && !items.value) return <p class="problem">{problem.value}</p>
  if (!items.value) return <p class="loading">Loading …</p>
  if (item && of.page)
    return (
      <>
        <ItemPage
          key={first}
          of={of}
          item={item}
          base={base}
          rest={further}
          reload={read}
          change={change}
          remove={() => (removing.value = item)}
        />
        {removal}
      </>
    )
  const Heading = isNested ? 'h2' : 'h1'
  return (
    <section class="settings-list" aria-label={of.title}>
      <header class="settings-head">
        <div>
          <Heading>{of.title}</Heading>
          {of.explains && <p class="soft">{of.explains}</p>}
        </div>
        {of.add && (
          <a class="primary" href={`${base}/new`}>
            {of.add.verb}
          </a>
        )}
      </header>
      {items.value.length === 0 && <p class="settings-empty">{of.empty}</p>}
      <ul class="settings-rows">
        {items.value.map((each, nr, all) => (
          <Fragment key={of.idOf(each)}>
            {of.groupOf && of.groupOf(each) !== (nr > 0 ? of.groupOf(all[nr - 1] as Item) : '') && (
              <li class="settings-group">{of.groupOf(each)}</li>
            )}
            <SettingsRow
              of={of}
              item={each}
              nr={nr}
              base={base}
              move={move}
              remove={() => (removing.value = each)}
              read={read}
            />
          </Fragment>
        ))}
      </ul>
      {first === 'new' && of.add && (
        <Dialog title={of.add.verb} close={back}>
          <Form
            fields={of.fields?.(undefined) ?? []}
            values={of.values?.(undefined) ?? {}}
            verb={of.add.verb}
            cancel={back}
            save={async values => {
              await of.add?.run(values)
              if (location.pathname === `${base}/new`) back()
              await read()
            }}
          />
        </Dialog>
      )}
      {item && of.change && of.fields && (
        <Dialog key={first} title={`Change ${of.nameOf(item)}`} close={back}>
          <Form
            fields={of.fields(item)}
            values={of.values?.(item) ?? {}}
            verb="Save"
            cancel={back}
            save={async values => {
              await change(item, values)
              back()
            }}
          />
        </Dialog>
      )}
      {removal}
    </section>
  )
}

function isAnswer(given: unknown): given is Pick<Answer<unknown>, 'correlationId'> {
  return typeof given === 'object' && given !== null && 'correlationId' in given
}
