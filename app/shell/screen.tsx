import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { ROUTES, type Route } from '../routes.ts'
import { path } from './location.ts'

/** What the address leads to. Its code is loaded when it is first needed. */
export function Screen() {
  const shown = useSignal<{ route: Route; view: ComponentType<{ id: number }> } | undefined>(undefined)
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
  return <View id={Number(route.pattern.exec(here)?.[1])} />
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
