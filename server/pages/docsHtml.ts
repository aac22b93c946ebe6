export const docsHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Portico API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/portico.css">
</head>
<body>
<header class="top">
  <a class="home" href="/"><span aria-hidden="true">⌂</span> Portico</a>
  <nav aria-label="API" id="choices"></nav>
</header>
<main id="reference"><noscript><p class="note">The reference needs JavaScript. The documents themselves are at
/openapi/crm-v1.json, /openapi/crm-v2.json and /openapi/market.json.</p></noscript></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/portico.js"></script>
</body>
</html>
`

export const docsStyle = `
:root { color-scheme: light dark; --background: #fbfaf7; --ink: #1d2433; --line: #dfdcd3; --accent: #8a4b1f }
@media (prefers-color-scheme: dark) { :root { --background: #14171d; --ink: #e9e6df; --line: #2c323d; --accent: #e6a86c } }
body { margin: 0; background: var(--background); color: var(--ink); font-family: system-ui, sans-serif }
.top { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; padding: .75rem 1.25rem;
  border-bottom: 1px solid var(--line); position: sticky; top: 0; background: var(--background); z-index: 10 }
.home { color: var(--accent); font-weight: 650; text-decoration: none; letter-spacing: .01em }
.top nav { display: flex; gap: .25rem; flex-wrap: wrap }
.top nav a { color: inherit; text-decoration: none; padding: .35rem .8rem; border-radius: 999px; font-size: .95rem }
.top nav a:hover { background: color-mix(in srgb, var(--accent) 14%, transparent) }
.top nav a[aria-current] { background: var(--accent); color: var(--background) }
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.note { max-width: 60ch; margin: 3rem auto; padding: 0 1.25rem }
.swagger-ui .topbar { display: none }
.swagger-ui .info { margin: 1.75rem 0 }
@media (prefers-color-scheme: dark) {
  .swagger-ui { filter: invert(.9) hue-rotate(180deg) }
  .swagger-ui .microlight, .swagger-ui .highlight-code { filter: invert(1) hue-rotate(180deg) }
}
`

/** One document at a time, chosen by the address: `/docs#crm-v2`. */
export function docsScript(choices: readonly { name: string; url: string }[]): string {
  return `'use strict'
const choices = ${JSON.stringify(choices)}
const nav = document.getElementById('choices')
const idOf = choice => choice.url.slice('/openapi/'.length, -'.json'.length)
const chosen = () => choices.find(choice => location.hash.slice(1).split('/')[0] === idOf(choice)) ?? choices[0]
for (const choice of choices) {
  const link = document.createElement('a')
  link.href = '#' + idOf(choice)
  link.textContent = choice.name
  nav.append(link)
}
let shown
function show() {
  const choice = chosen()
  for (const link of nav.children) {
    if (link.hash === '#' + idOf(choice)) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (shown === choice) return
  shown = choice
  SwaggerUIBundle({
    url: choice.url,
    dom_id: '#reference',
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    tryItOutEnabled: false,
    persistAuthorization: false,
    validatorUrl: null,
  })
}
addEventListener('hashchange', show)
show()
`
}
