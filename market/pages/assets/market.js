// The page works without this; with it, "Show more" loads by itself while scrolling, and menus close.
const cards = document.querySelector('[data-endless]')

// After so many pages the link has to be clicked: otherwise nobody could reach what is below the list.
let loadsLeft = 5

function watch(link) {
  if (!link || !('IntersectionObserver' in window) || loadsLeft-- === 0) return
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(entry => entry.isIntersecting)) return
      observer.disconnect()
      load(link)
    },
    { rootMargin: '600px' },
  )
  observer.observe(link)
}

async function load(link) {
  link.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(link.href, { credentials: 'same-origin' })
    if (!response.ok) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = [...page.querySelectorAll('[data-endless] > li')]
    for (const card of fresh) cards.append(document.adoptNode(card))
    // Whoever had the focus on the link gets it on the first new entry.
    if (document.activeElement === link) fresh[0]?.querySelector('a').focus()
    const next = page.querySelector('[data-more]')
    if (next) {
      link.href = next.getAttribute('href')
      watch(link)
    } else link.parentElement.remove()
  } finally {
    link.removeAttribute('aria-busy')
  }
}

if (cards) watch(document.querySelector('[data-more]'))

const openBoxes = () => document.querySelectorAll('details.menu[open], details.confirm[open]')

for (const kind of ['click', 'focusin'])
  document.addEventListener(kind, event => {
    for (const box of openBoxes()) if (!box.contains(event.target)) box.removeAttribute('open')
  })

document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return
  for (const box of openBoxes()) {
    box.removeAttribute('open')
    box.querySelector('summary').focus()
  }
})

// A picture that is too large is said before anything is sent: sending it would take minutes.
const pictures = document.querySelector('input[type=file][data-most-bytes]')
pictures?.addEventListener('change', () => {
  const large = [...pictures.files].filter(file => file.size > Number(pictures.dataset.mostBytes))
  const many = pictures.files.length - Number(pictures.dataset.mostFiles)
  const wrong = large.map(file => `${file.name} is larger than ${Number(pictures.dataset.mostBytes) / 1e6} MB.`)
  if (many > 0) wrong.push(`${pictures.files.length} pictures are ${many} too many.`)
  pictures.setCustomValidity(wrong.join(' '))
  pictures.reportValidity()
})

document.querySelector('[data-print]')?.addEventListener('click', () => window.print())

// What stands on the screen has been read. Without this, the button of the form says so.
const seen = document.querySelector('form[data-seen]')

async function tellSeen() {
  if (document.visibilityState !== 'visible') return
  document.removeEventListener('visibilitychange', tellSeen)
  const body = new URLSearchParams(new FormData(seen))
  const told = await fetch(seen.action, { method: 'POST', body, credentials: 'same-origin', redirect: 'manual' })
  if (told.type !== 'opaqueredirect') return
  seen.remove()
  for (const count of document.querySelectorAll('a[href="/market/messages"] .count')) {
    const [, number] = count.childNodes
    // `99+` says no number: it stays until the next page.
    const left = Number(number.textContent) - Number(seen.dataset.seen)
    if (left > 0) number.textContent = String(left)
    else if (left === 0) count.remove()
  }
}

if (seen) {
  document.addEventListener('visibilitychange', tellSeen)
  tellSeen()
}
