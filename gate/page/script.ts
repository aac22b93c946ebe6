import { codeFrame } from './codeFrame.ts'

/**
 * The page's own script. It listens to the session's stream, exchanges a finished session for the cookie and loads
 * the page again. A provider's script registers `gateProviders[name] = part => …` and gets what it needs in `part`.
 */
export const SCRIPT: string = `
(() => {
  'use strict'
  const element = id => document.getElementById(id)
  const data = JSON.parse(element('gate-data').textContent)
  const nonce = document.currentScript.nonce
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(data.channel) : undefined
  let stream, retries = 0, askedAgain = false, claiming = false, ended = false

  const text = (key, provider) => (data.messages[key] || '').replace('{provider}', data.names[provider] || '')
  const show = (key, provider) => {
    element('problem').hidden = true
    element('status').hidden = false
    element('status-text').textContent = text(key, provider)
  }
  const fail = (key, provider) => {
    element('problem-text').textContent = text(key, provider) || data.messages.failed
    element('problem').hidden = false
    element('status').hidden = true
  }
  const failWith = (code, provider) => fail(data.failures[code] || 'failed', provider)

  // Instances that do not accept each other's claims would send a browser round in circles.
  const reload = () => {
    const reloads = JSON.parse(sessionStorage.getItem(data.channel) || '[]').filter(at => Date.now() - at < 60000)
    if (reloads.length >= 3) return false
    sessionStorage.setItem(data.channel, JSON.stringify([...reloads, Date.now()]))
    location.reload()
    return true
  }

  // Shown by the application in a dialog or a window of its own: the application goes on, this page does not.
  const isFramed = window.parent !== window
  const tellApplication = () => {
    show('doneClose')
    const verified = { gate: location.pathname, type: 'verified' }
    if (isFramed) parent.postMessage(verified, location.origin)
    if ('BroadcastChannel' in window) new BroadcastChannel('gate').postMessage(verified)
  }
  if (isFramed) {
    document.documentElement.classList.add('framed')
    // An app of a provider must not be looked for inside the frame.
    document.querySelectorAll('a[data-link]').forEach(link => { link.target = '_blank' })
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape') parent.postMessage({ gate: location.pathname, type: 'cancelled' }, location.origin)
    })
  }

  const finish = () => {
    if (ended) return
    ended = true
    if (stream) stream.close()
    element('status').classList.add('done')
    if (data.alone) return tellApplication()
    if (data.method !== 'GET') return show('doneResend')
    show('done')
    if (reload()) return
    element('status').classList.remove('done')
    fail('failed')
  }

  const claim = async accessToken => {
    // The stream and the answer to a post may both bring the token; it is good for one exchange.
    if (claiming) return
    claiming = true
    if (stream) stream.close()
    show('checking')
    const response = await fetch(data.base + '/claim', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, credentials: 'same-origin',
      body: JSON.stringify({ sessionId: data.session, accessToken }),
    }).catch(() => undefined)
    // 404: another tab was faster, and the cookie is here or about to be.
    if (response && response.status === 404) return setTimeout(finish, 700)
    if (!response || response.status !== 204) return fail('failedUnavailable')
    if (channel) channel.postMessage('claimed')
    finish()
  }

  const events = data.base + '/sse?session=' + encodeURIComponent(data.session)

  // Two tabs opened at the same moment got a session each and one cookie: the tab left without joins the other.
  const listenAgain = async () => {
    const probe = new AbortController()
    const response = await fetch(events, { credentials: 'same-origin', signal: probe.signal }).catch(() => undefined)
    probe.abort()
    if (!response || response.status !== 403) return setTimeout(listen, 2000)
    if (data.method !== 'GET' || !reload()) fail('expired')
  }

  const listen = () => {
    if (ended) return
    stream = new EventSource(events)
    stream.addEventListener('pending', () => { retries = 0; if (element('status-text').textContent === data.messages.offline) show('waiting') })
    stream.addEventListener('completed', event => claim(JSON.parse(event.data).accessToken))
    stream.addEventListener('failed', event => { const failure = JSON.parse(event.data); failWith(failure.code, failure.provider) })
    stream.addEventListener('claimed', finish)
    stream.addEventListener('expired', () => {
      stream.close()
      if (askedAgain) return fail('expired')
      askedAgain = true
      setTimeout(listen, 300)
    })
    stream.addEventListener('error', () => {
      if (ended) return
      if (element('problem').hidden) show('offline')
      if (stream.readyState !== EventSource.CLOSED) return
      retries += 1
      if (retries > 20) return fail('expired')
      listenAgain()
    })
  }

  const post = (provider, body) => {
    show('checking')
    return fetch(data.base + '/verify/' + provider, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, credentials: 'same-origin',
      body: JSON.stringify({ ...body, sessionId: data.session }),
    }).then(response => response.json()).then(
      answer => { if (answer.accessToken) return claim(answer.accessToken); failWith(answer.code, provider) },
      () => failWith('unavailable', provider),
    )
  }

  const codeFrame = ${codeFrame}
  const started = new Set()
  const start = provider => {
    const part = document.querySelector('[data-provider="' + provider + '"]')
    if (!part || !part.dataset.script || started.has(provider)) return
    started.add(provider)
    show('starting')
    const script = document.createElement('script')
    script.nonce = nonce
    script.src = data.base + '/verify/' + provider
    script.onerror = () => { started.delete(provider); failWith('unavailable', provider) }
    script.onload = () => (window.gateProviders || {})[provider]({
      data: data.providers[provider].data, sessionId: data.session,
      show: key => show(key, provider), fail: code => failWith(code, provider), post: body => post(provider, body),
      link: (url, code) => {
        part.querySelectorAll('a[data-link]').forEach(link => { link.href = url })
        const ready = part.querySelector('[data-ready]')
        ready.classList.toggle('codeless', !code)
        ready.hidden = false
        if (!code) return
        const svg = ready.querySelector('svg')
        const frame = codeFrame(code.size)
        svg.setAttribute('viewBox', frame.viewBox)
        svg.setAttribute('width', String(frame.width))
        svg.querySelector('path').setAttribute('d', code.path)
      },
    })
    document.head.append(script)
  }

  const choose = provider => {
    document.querySelectorAll('[data-provider]').forEach(part => { part.hidden = part.dataset.provider !== provider })
    show('waiting', provider)
    start(provider)
  }
  document.querySelectorAll('input[name=provider]').forEach(input => {
    input.addEventListener('change', () => choose(input.value))
  })
  document.querySelectorAll('[data-showcode]').forEach(button => {
    button.addEventListener('click', () => button.closest('[data-provider]').classList.add('showcode'))
  })
  document.querySelectorAll('[data-pass]').forEach(button => {
    button.addEventListener('click', () => post('test', { pass: button.dataset.pass === 'true' }))
  })
  element('retry').addEventListener('click', () => location.reload())
  // The back button may bring this page out of the browser's memory with a stream long closed.
  window.addEventListener('pageshow', event => { if (event.persisted) location.reload() })
  if (channel) channel.onmessage = finish
  const chosen = document.querySelector('input[name=provider]:checked')
  choose(chosen ? chosen.value : data.first)
  listen()
})()
`
