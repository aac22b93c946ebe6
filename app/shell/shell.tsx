import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { SampleBar } from '../firstRun/sampleBar.tsx'
import { Avatar } from '../parts/avatar.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { PLACES, type Place } from '../routes.ts'
import { followCompany, session } from '../store/company.ts'
import { firstSight, watchFirstSight } from '../store/firstSight.ts'
import { undoLast } from '../store/undo.ts'
import { watchUnreadMail } from '../store/unreadMail.ts'
import { watchUnseenLeads } from '../store/unseenLeads.ts'
import { handleKey, useKeys } from './keys.ts'
import { isKeyTableOpen, KeyTable } from './keyTable.tsx'
import { followLinks, go, path } from './location.ts'
import { isOnline } from './online.ts'
import { isPaletteOpen, Palette } from './palette.tsx'
import { Screen } from './screen.tsx'
import { THEMES, theme } from './theme.ts'
import { Toasts } from './toastList.tsx'
import { tellProblem } from './toasts.ts'

/** The frame around every screen: where to go, how to search, what just happened. */
export function Shell() {
  useEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  useEffect(watchUnseenLeads, [])
  useEffect(watchUnreadMail, [])
  useEffect(watchFirstSight, [firstSight.value])
  useEffect(followCompany, [])
  useKeys('Everywhere', useMemo(everywhere, []))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links answer to keys by themselves, this only keeps them in the app
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div class="shell" onClick={followLinks}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Navigation />
      <main id="main" tabIndex={-1}>
        {!isOnline.value && (
          <p class="offline" role="status">
            You are offline. What you see may be old, and nothing can be saved.
          </p>
        )}
        <SampleBar />
        <Screen />
      </main>
      <Toasts />
      <Dock />
      {isPaletteOpen.value && <Palette />}
      {isKeyTableOpen.value && <KeyTable />}
    </div>
  )
}

/** Loaded as soon as the screen stands. */
function Dock() {
  const view = useSignal<ComponentType | undefined>(undefined)
  useEffect(() => {
    import('../longChanges/dock.tsx').then(({ LongChangesDock }) => {
      view.value = LongChangesDock
    }, tellProblem)
  }, [])
  const View = view.value
  return View ? <View /> : null
}

function Navigation() {
  const { user, companies, company_id } = session.value
  const company = companies.find(({ id }) => id === company_id)
  return (
    <nav class="navigation" aria-label="Portico">
      <a class="brand" href="/app/deals" title={company?.name ?? 'Portico'}>
        <svg viewBox="0 0 48 48" fill="currentColor" aria-hidden="true">
          <path d="M24 4 4 15v4h40v-4zM8 21h4v17H8zM15 21h4v17h-4zM22 21h4v17h-4zM29 21h4v17h-4zM36 21h4v17h-4zM4 40h40v4H4z" />
        </svg>
        <span>{company?.name ?? 'Portico'}</span>
      </a>
      <button type="button" title="Search" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="search" />
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      {PLACES.map(place => (
        <PlaceLink key={place.path} place={place} />
      ))}
      <More />
      <div class="navigation-end">
        <button
          type="button"
          onClick={nextTheme}
          aria-label={`Colours: ${theme.value}`}
          title={`Colours: ${theme.value}`}
        >
          <Icon name="later" />
          <span>Colours: {theme.value}</span>
        </button>
        <a href="/app/settings/profile" title="Your settings">
          <Avatar name={user.name} />
          <span>{user.name}</span>
        </a>
      </div>
    </nav>
  )
}

function isHere(to: string): boolean {
  return path.value.startsWith(to) || (path.value === '/app' && to === '/app/deals')
}

function PlaceLink({ place: { path: to, label, icon, count, isSeldom } }: { place: Place }) {
  return (
    <a data-seldom={isSeldom} href={to} aria-current={isHere(to) ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
      {count && count.value > 0 && (
        <b class="count">
          {count.value > 99 ? '99+' : count.value}
          <i class="hidden"> unseen</i>
        </b>
      )}
    </a>
  )
}

/** On a phone: the places that the bar has no room for, the colours and whose account it is. */
function More() {
  const isOpen = useSignal(false)
  const { user } = session.value
  const seldom = PLACES.filter(({ isSeldom }) => isSeldom)
  const close = () => (isOpen.value = false)
  return (
    <>
      <button
        type="button"
        class="navigation-more"
        data-here={seldom.some(({ path: to }) => isHere(to))}
        onClick={() => (isOpen.value = true)}
      >
        <Icon name="more" />
        <span>More</span>
      </button>
      {isOpen.value && (
        <Dialog title="More" close={close}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: links answer to keys by themselves, this only closes the sheet */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
          <div class="more-places" onClick={event => (event.target as Element).closest('a') && close()}>
            {seldom.map(place => (
              <PlaceLink key={place.path} place={place} />
            ))}
            <a href="/app/settings/profile">
              <Avatar name={user.name} />
              <span>{user.name}</span>
            </a>
            <button type="button" onClick={nextTheme}>
              <Icon name="later" />
              <span>Colours: {theme.value}</span>
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system'
}

function everywhere() {
  return [
    { keys: 'Ctrl+K', text: 'Search and do anything', run: () => (isPaletteOpen.value = true) },
    { keys: '/', text: 'Search and do anything', run: () => (isPaletteOpen.value = true) },
    { keys: 'Ctrl+Z', text: 'Undo', run: undoLast },
    { keys: '?', text: 'Show all keys', run: () => (isKeyTableOpen.value = true) },
    ...PLACES.map(({ path: to, label, keys }) => ({ keys, text: `Go to ${label}`, run: () => go(to) })),
  ]
}
