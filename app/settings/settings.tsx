import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useKeys } from '../shell/keys.ts'
import { path, query, refine } from '../shell/location.ts'
import { findSettings } from './findSettings.ts'
import { SecretDialog } from './secretDialog.tsx'
import { openSections, SECTIONS, type Section, type SectionProps } from './sections.ts'

/** Everything that can be set up: on the left what there is, on the right what one has chosen. */
export function Settings() {
  const [name = '', ...rest] = path.value.split('/').slice(3).filter(Boolean).map(decodeURIComponent)
  const section = SECTIONS.find(each => each.path === name)
  // The heading of the page is that of the section, once there is one.
  const Title = name === '' ? 'h1' : 'p'
  const search = useRef<HTMLInputElement>(null)
  useKeys(
    'Settings',
    useMemo(() => [{ keys: 'f', text: 'Find a setting', run: () => search.current?.focus() }], []),
  )
  useEffect(() => {
    document.title = `${section?.title ?? 'Settings'} · Portico`
    return () => {
      document.title = 'Portico'
    }
  }, [section])
  return (
    <div class="settings" data-at={name === '' ? 'list' : 'section'}>
      <nav class="settings-nav" aria-label="Settings">
        <Title class="settings-title">
          <a href="/app/settings">Settings</a>
        </Title>
        <input
          ref={search}
          type="search"
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={query.value.get('q') ?? ''}
          onInput={event => refine({ q: event.currentTarget.value || null })}
        />
        {query.value.get('q') ? <Found text={query.value.get('q') ?? ''} /> : <Sections current={name} />}
        <form method="post" action="/logout">
          <button type="submit">Log out</button>
        </form>
      </nav>
      <div class="settings-content">
        {name !== '' && (
          <p class="settings-back">
            <a href="/app/settings">‹ All settings</a>
          </p>
        )}
        {name === '' ? <Overview /> : <Opened key={name} section={section} rest={rest} />}
      </div>
      <SecretDialog />
    </div>
  )
}

function byGroup(): [string, Section[]][] {
  const groups = new Map<string, Section[]>()
  for (const section of openSections()) groups.set(section.group, [...(groups.get(section.group) ?? []), section])
  return [...groups]
}

function Sections({ current }: { current: string }) {
  return (
    <>
      {byGroup().map(([group, sections]) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {sections.map(({ path: to, title }) => (
              <li key={to}>
                <a href={`/app/settings/${to}`} aria-current={to === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Found({ text }: { text: string }) {
  const found = findSettings(text)
  return (
    <section aria-label="Found settings">
      <ul>
        {found.map(({ href, title, where }) => (
          <li key={href}>
            <a href={href}>
              {title} <small class="soft">{where}</small>
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="soft">No setting has these words. Try a shorter one.</p>}
    </section>
  )
}

function Overview() {
  return (
    <div class="settings-overview">
      {byGroup().map(([group, sections]) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {sections.map(({ path: to, title, says }) => (
              <li key={to}>
                <a href={`/app/settings/${to}`}>
                  <strong>{title}</strong>
                  <span class="soft">{says}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** A section that is open to the person: a right that is taken away closes it while it is looked at. */
function Opened({ section, rest }: { section: Section | undefined; rest: readonly string[] }) {
  const view = useSignal<ComponentType<SectionProps> | undefined>(undefined)
  const problem = useSignal('')
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    section?.load().then(
      loaded => {
        view.value = loaded
      },
      () => {
        problem.value = 'This part of Portico could not be loaded. Load the page again'
      },
    )
  }, [section])
  const [first = ''] = rest
  useLayoutEffect(() => showSetting(content.current, first), [first, view.value])
  if (!section?.may())
    return (
      <div class="told">
        <h1>{section ? `${section.title} is not open to you` : 'There is no such setting'}</h1>
        <p>{section ? 'An admin of your company can change that.' : 'Look for it by its name on the left.'}</p>
      </div>
    )
  if (problem.value) return <p class="problem">{problem.value}</p>
  const View = view.value
  return (
    <div ref={content}>
      {View ? <View base={`/app/settings/${section.path}`} rest={rest} /> : <p class="loading">Loading …</p>}
    </div>
  )
}

/** Brings the single setting that an address names into view, as soon as it is drawn. */
function showSetting(content: HTMLElement | null, name: string): (() => void) | undefined {
  if (!content || !name) return undefined
  const show = () => {
    const setting = content.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`)
    if (!setting) return false
    setting.scrollIntoView({ block: 'nearest' })
    setting.querySelector<HTMLElement>('input, select, button, a')?.focus()
    return true
  }
  if (show()) return undefined
  const watch = new MutationObserver(() => show() && watch.disconnect())
  watch.observe(content, { childList: true, subtree: true })
  return () => watch.disconnect()
}
