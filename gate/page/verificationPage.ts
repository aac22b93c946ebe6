import type { GateState } from '../gateState.ts'
import type { Pending } from '../result.ts'
import { codeFrame } from './codeFrame.ts'
import { type Html, html, jsonFor, verbatim } from './html.ts'
import { FAILURE_MESSAGES, type Messages, messagesFor } from './messages.ts'
import { qrPath } from './qrPath.ts'
import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

/** The whole page. Everything it needs is in it; it loads nothing from another site. */
export function verificationPage(
  state: GateState,
  pending: Pending,
  request: Request,
  nonce: string,
  place: 'instead' | 'alone',
): string {
  const { page, disclosures, appName, basePath } = state.config
  const { lang, messages: raw } = messagesFor(page, request.headers.get('accept-language'))
  const messages = allFilled(raw, { age: String(disclosures.minAge), app: appName })
  const asksCountries = disclosures.nationality !== undefined || disclosures.issuingState !== undefined
  const title = page.title ?? (asksCountries ? messages.titleIdentity : messages.title)
  const names = Object.keys(pending.providers)
  const shownNames = Object.fromEntries(names.map(name => [name, shownName(name, messages)]))
  const data = {
    session: pending.session.id,
    channel: state.sessionCookie,
    base: basePath === '/' ? '' : basePath,
    first: names[0],
    alone: place === 'alone',
    method: request.method === 'HEAD' ? 'GET' : request.method,
    names: shownNames,
    providers: pending.providers,
    messages,
    failures: FAILURE_MESSAGES,
  }
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${appName}</title>
<style nonce="${nonce}">${verbatim(STYLE)}</style>
</head>
<body>
<main>
<div class="mark">${SHIELD}</div>
<h1>${title}</h1>
<p class="intro">${asksCountries ? messages.introIdentity : messages.intro}</p>
${names.length > 1 ? choice(names, shownNames, messages) : verbatim('')}
${names.map((name, index) => providerPart(state, pending, name, shownNames[name] ?? name, messages, index > 0))}
<p class="status" id="status" role="status"><span class="spinner" aria-hidden="true"></span><span id="status-text">${messages.waiting}</span></p>
<div class="problem" id="problem" role="alert" hidden><p id="problem-text"></p><button class="button second" id="retry" type="button">${messages.retry}</button></div>
<noscript><p class="problem">${messages.noScript}</p></noscript>
<p class="warning">${messages.warning}</p>
</main>
<script type="application/json" id="gate-data">${jsonFor(data)}</script>
<script nonce="${nonce}">${verbatim(SCRIPT)}</script>
</body>
</html>
`.html
}

function choice(names: readonly string[], shownNames: Readonly<Record<string, string>>, messages: Messages): Html {
  const options = names.map(
    (name, index) =>
      html`<label><input type="radio" name="provider" value="${name}"${verbatim(index === 0 ? ' checked' : '')}><span>${shownNames[name] ?? name}</span></label>`,
  )
  return html`<fieldset><legend>${messages.choose}</legend>${options}</fieldset>`
}

function providerPart(
  state: GateState,
  pending: Pending,
  name: string,
  shown: string,
  messages: Messages,
  hidden: boolean,
): Html {
  const hasScript = state.providers.get(name)?.script !== undefined
  const link = pending.providers[name]?.link
  // Buttons that only the page's script hears come with it: pressed before, they would do nothing.
  const isHidden = hidden || name === 'test'
  const attributes = verbatim(`${hasScript ? ' data-script="1"' : ''}${isHidden ? ' hidden' : ''}`)
  const say = (key: keyof Messages) => filled(messages[key], { provider: shown })
  const body = name === 'test' ? testButtons(messages) : linkAndCode(say, link)
  return html`<section data-provider="${name}" aria-label="${shown}"${attributes}>${body}</section>`
}

/** Without a link yet, the provider's script fills both in and shows them. One too long for a code is shown alone. */
function linkAndCode(say: (key: keyof Messages) => string, link: string | undefined): Html {
  const code = link === undefined ? undefined : qrPath(link)
  const { viewBox, width } = codeFrame(code?.size ?? 1)
  const state = verbatim(link === undefined ? ' hidden' : code === undefined ? ' class="codeless"' : '')
  return html`<div data-ready${state}>
<div class="desk">
<div class="plate"><svg viewBox="${viewBox}" width="${String(width)}" role="img" aria-label="${say('qrLabel')}" shape-rendering="crispEdges"><path stroke="#000" d="${code?.path ?? ''}"/></svg></div>
<p class="scan">${say('scan')}</p>
<p class="hint">${say('scanHint')}</p>
<a class="plain" data-link href="${link ?? '#'}">${say('thisDevice')}</a>
</div>
<div class="phone">
<a class="button" data-link href="${link ?? '#'}">${say('open')}</a>
<button class="plain" type="button" data-showcode>${say('otherDevice')}</button>
</div>
</div>`
}

function testButtons(messages: Messages): Html {
  return html`<div class="row"><button class="button" type="button" data-pass="true">${messages.testPass}</button><button class="button second" type="button" data-pass="false">${messages.testFail}</button></div>`
}

function shownName(name: string, messages: Messages): string {
  const known: Readonly<Record<string, string>> = {
    self: messages.providerSelf,
    zk: messages.providerZk,
    test: messages.providerTest,
  }
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name
}

/** One cast: the keys are the same as before. */
function allFilled(messages: Messages, values: Readonly<Record<string, string>>): Messages {
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, filled(text, values)])) as Messages
}

/** Puts in `{age}` and its like; what is not given stays for later. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  if (!text.includes('{')) return text
  return text.replace(/\{(\w+)\}/g, (whole, key) => (Object.hasOwn(values, key) ? (values[key] ?? whole) : whole))
}

const SHIELD = verbatim(
  '<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 3 4.5 6v5.5c0 4.6 3.1 8 7.5 9.5 4.4-1.5 7.5-4.9 7.5-9.5V6z"/><path d="m8.8 12 2.2 2.2 4.2-4.4"/></svg>',
)
