import type { Webhook as WebhookV1 } from '@portico/crm/across/webhooks/v1/shape'
import type { Delivery, Webhook } from '@portico/crm/across/webhooks/v2/shape'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { query, refine } from '../shell/location.ts'
import { tell, tellProblem } from '../shell/toasts.ts'
import type { PageProps } from './listOf.ts'
import { showSecret } from './secretDialog.tsx'

const STATUSES = ['delivered', 'pending', 'failed', 'skipped'] as const
/** Deliveries are no records of which the server tells: they are asked for while one looks. */
const EVERY_MS = 4_000

/** How the receiver of a webhook is doing, and what was sent to it. */
export function WebhookPage({ item, reload }: PageProps<WebhookV1>) {
  const webhook = useSignal<Webhook | undefined>(undefined)
  const deliveries = useSignal<readonly Delivery[]>([])
  const tested = useSignal<Delivery | 'waiting' | undefined>(undefined)
  const status = query.value.get('status') ?? ''
  const path = `/v2/webhooks/${item.id}` as const
  async function read() {
    const [now, sent] = await Promise.all([
      call<Webhook>(`GET ${path}`),
      call<Delivery[]>(`GET ${path}/deliveries?limit=50${status && `&status=${status}`}`),
    ])
    webhook.value = now.data
    deliveries.value = sent.data
  }
  useEffect(() => {
    void read().catch(tellProblem)
    const timer = setInterval(() => document.visibilityState === 'visible' && void read().catch(() => {}), EVERY_MS)
    return () => clearInterval(timer)
  }, [item.id, status])

  const doing = (work: () => Promise<unknown>) => () =>
    void work()
      .then(() => Promise.all([read(), reload()]))
      .catch(tellProblem)
  const test = doing(async () => {
    tested.value = 'waiting'
    try {
      tested.value = (await call<Delivery>(`POST ${path}/test`)).data
    } catch (error) {
      tested.value = undefined
      throw error
    }
  })
  const isPaused = webhook.value?.status === 'paused'
  return (
    <section aria-label="Deliveries">
      {webhook.value?.pause_reason && <p class="problem">Paused: {webhook.value.pause_reason}</p>}
      {webhook.value?.is_receiver_down && (
        <p class="problem">The receiver is down since {webhook.value.failing_since}</p>
      )}
      <div class="row settings-actions">
        <button type="button" onClick={test} disabled={tested.value === 'waiting'}>
          Send a test
        </button>
        <button
          type="button"
          onClick={doing(() => call(`PATCH ${path}`, { body: { status: isPaused ? 'active' : 'paused' } }))}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <button
          type="button"
          onClick={doing(async () => {
            const { data } = await call<{ secret: string }>(`POST ${path}/secret`)
            showSecret({
              title: 'The new signing secret',
              texts: [['Secret, the former one works for a day', data.secret]],
            })
          })}
        >
          New secret
        </button>
      </div>
      <p role="status">
        {tested.value && (tested.value === 'waiting' ? 'Waiting for the receiver …' : answerOf(tested.value))}
      </p>
      <h2>Deliveries</h2>
      <fieldset class="chips" aria-label="Show deliveries">
        {['', ...STATUSES].map(each => (
          <button
            key={each}
            type="button"
            aria-pressed={status === each}
            onClick={() => refine({ status: each || null })}
          >
            {each || 'all'}
          </button>
        ))}
      </fieldset>
      {deliveries.value.length === 0 && (
        <p class="settings-empty">Nothing was sent yet. Send a test, or change a record.</p>
      )}
      <ul class="settings-rows">
        {deliveries.value.map(delivery => (
          <li key={delivery.id} class="settings-row">
            <div class="settings-what">
              <span class="settings-name">
                <span>
                  {delivery.event} {delivery.entity_id ?? ''}
                </span>
                <span class="tag" data-status={delivery.status}>
                  {delivery.status}
                </span>
              </span>
              <small class="soft">{answerOf(delivery)}</small>
            </div>
            {delivery.status !== 'pending' && !delivery.event.startsWith('test.') && (
              <button
                type="button"
                aria-label={`Send ${delivery.event} ${delivery.entity_id ?? ''} again`}
                onClick={doing(async () => {
                  await call(`POST ${path}/redeliver`, { body: { delivery_id: delivery.id } })
                  tell('It is sent again')
                })}
              >
                Send again
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function answerOf({ http_status, error, duration_ms, answer, time, add_time, next_time, attempt }: Delivery): string {
  const when = new Date(time ?? add_time).toLocaleString()
  const outcome = error ?? (http_status ? `answered ${http_status} in ${duration_ms} ms` : 'not sent yet')
  return [
    when,
    outcome,
    answer,
    attempt > 1 ? `attempt ${attempt}` : '',
    next_time ? `again at ${new Date(next_time).toLocaleTimeString()}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
