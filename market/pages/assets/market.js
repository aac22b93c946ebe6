// The page works without this; with it, "Show more" loads by itself while scrolling, and menus close.
const cards = document.querySelector('[data-endless]')

function watch(link) {
  if (!link || !('IntersectionObserver' in window)) return
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
    const fresh = page.querySelectorAll('[data-endless] > li')
    for (const card of fresh) cards.append(document.adoptNode(card))
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

document.addEventListener('click', event => {
  for (const open of document.querySelectorAll('details.menu[open], details.confirm[open]'))
    if (!open.contains(event.target)) open.removeAttribute('open')
})

document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return
  for (const open of document.querySelectorAll('details.menu[open], details.confirm[open]')) {
    open.removeAttribute('open')
    open.querySelector('summary').focus()
  }
})
