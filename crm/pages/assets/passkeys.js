// Passkeys: what the browser makes and shows. Everything else on these pages works without scripts.

const login = document.querySelector('#passkey-login')
const form = document.querySelector('#new-passkey')

if (window.PublicKeyCredential) {
  if (login) {
    login.hidden = false
    login.addEventListener('submit', event => act(event, login, logIn))
  }
  if (form) {
    form.hidden = false
    form.addEventListener('submit', event => act(event, form, addPasskey))
  }
}

async function act(event, place, work) {
  event.preventDefault()
  const problem = place.querySelector('.problem')
  const button = place.querySelector('button')
  problem.hidden = true
  button.disabled = true
  try {
    location.assign(await work())
  } catch (error) {
    problem.textContent =
      error.name === 'NotAllowedError' ? 'It was cancelled or took too long. Try again.' : error.message
    problem.hidden = false
    button.disabled = false
  }
}

async function logIn() {
  const { options } = await send('/login/passkey/options', {})
  const found = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge) } })
  const { response } = found
  const credential = {
    ...described(found),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : undefined,
    },
  }
  return (await send('/login/passkey', { credential, next: login.elements.next.value })).to
}

async function addPasskey() {
  const { passkey_name: name, passkey_password: password } = form.elements
  const { options } = await send('/app/account/passkeys/options', { password: password.value })
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: options.excludeCredentials.map(known => ({ ...known, id: bytes(known.id) })),
    },
  })
  const { response } = made
  const credential = {
    ...described(made),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
  return (await send('/app/account/passkeys', { name: name.value, credential })).to
}

function described(credential) {
  return {
    id: credential.id,
    rawId: credential.id,
    type: credential.type,
    clientExtensionResults: credential.getClientExtensionResults(),
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  }
}

async function send(path, body) {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await reply.json().catch(() => ({ error: 'That did not work. Load the page again.' }))
  if (!reply.ok) throw new Error(`${answer.error}.`)
  return answer
}

function bytes(base64url) {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, letter => letter.charCodeAt(0))
}

function text(buffer) {
  const binary = Array.from(new Uint8Array(buffer), byte => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
