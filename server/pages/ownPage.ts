import { createHash } from 'node:crypto'
import { PALETTE } from '@portico/kit/http/ownLook'

/** One look for the server's own pages: light and dark, no script, nothing from elsewhere. */
const STYLE = `
${PALETTE}
* { box-sizing: border-box }
body { margin: 0; background: var(--background); color: var(--ink); font: 17px/1.6 system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 62rem; margin: 0 auto; padding: clamp(2.5rem, 8vw, 6rem) 1.5rem 3rem }
h1 { font: 600 clamp(2.4rem, 6vw, 3.6rem)/1.1 Georgia, "Iowan Old Style", serif; letter-spacing: -.015em; margin: 0 0 1rem }
h2 { font-size: 1.15rem; margin: 0 0 .35rem }
p { margin: 0 0 1rem; max-width: 62ch }
.lead { font-size: 1.2rem; color: var(--soft); margin-bottom: 2.5rem }
.mark { width: 3.25rem; height: 3.25rem; color: var(--accent); margin-bottom: 1.25rem; display: block }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; margin: 0 0 2.5rem; padding: 0; list-style: none }
.cards a { display: block; height: 100%; padding: 1.4rem 1.5rem 1.3rem; background: var(--raised); border: 1px solid var(--line);
  border-radius: 14px; color: inherit; text-decoration: none; transition: border-color .15s, transform .15s }
.cards a:hover { border-color: var(--accent); transform: translateY(-2px) }
.cards p { color: var(--soft); font-size: .97rem; margin: 0 }
.cards small { display: block; margin-top: .9rem; color: var(--accent); font: 500 .88rem ui-monospace, Menlo, Consolas, monospace }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.2rem; overflow-x: auto; margin: 0 0 2.5rem;
  font: .9rem/1.55 ui-monospace, Menlo, Consolas, monospace }
footer { border-top: 1px solid var(--line); padding-top: 1.1rem; color: var(--soft); font-size: .95rem }
footer a, p a { color: var(--accent) }
footer nav { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px }
@media (prefers-reduced-motion: reduce) { .cards a { transition: none } .cards a:hover { transform: none } }
`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const OWN_PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

/** The body is HTML of our own; whatever comes from outside has to be escaped by the caller. */
export function ownPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
