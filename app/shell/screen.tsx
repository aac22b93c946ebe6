import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { inPanel, type PanelRecord } from '../record/panel.ts'
import { ROUTES, type Route } from '../routes.ts'
import { path } from './location.ts'
import { tellProblem } from './toasts.ts'

/** What the address leads to. Its code is loaded when it is first needed. */
export function Screen() {
  const shown = useSignal<{ route: Route; view: ComponentType<{ id: string }> } | undefined>(undefined)
  const failed = useSignal(false)
  const here = path.value
  const route = ROUTES.find(({ pattern }) => pattern.test(here))
  useEffect(() => {
    if (!route || shown.value?.route === route) return
    route.load().then(
      view => {
        shown.value = { route, view }
      },
      () => {
        failed.value = true
      },
    )
  }, [route])

  if (!route) return <Nowhere />
  if (failed.value)
    return (
      <div class="told">
        <h1>This part of Portico could not be loaded</h1>
        <p>The connection broke, or Portico was updated.</p>
        <button type="button" class="primary" onClick={() => location.reload()}>
          Load it again
        </button>
      </div>
    )
  if (shown.value?.route !== route) return <p class="loading">Loading …</p>
  const View = shown.value.view
  return (
    <div class="screen">
      <div class="screen-main">
        <View id={route.pattern.exec(here)?.[1] ?? ''} />
      </div>
      <Panel />
    </div>
  )
}

/** The record that is open beside the screen. Its code is loaded as soon as the screen stands. */
function Panel() {
  const view = useSignal<ComponentType<{ record: PanelRecord }> | undefined>(undefined)
  useEffect(() => {
    import('../record/panelView.tsx').then(({ PanelView }) => {
      view.value = PanelView
    }, tellProblem)
  }, [])
  const View = view.value
  return View && inPanel.value ? <View record={inPanel.value} /> : null
}

function Nowhere() {
  return (
    <div class="told">
      <h1>There is nothing here</h1>
      <p>The address may be mistyped, or what it led to is gone.</p>
      <a class="primary" href="/app/deals">
        Go to the deals
      </a>
    </div>
  )
}
