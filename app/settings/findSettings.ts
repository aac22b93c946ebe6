import { openSections } from './sections.ts'

interface FoundSetting {
  href: string
  title: string
  where: string
}

/** Everything that somebody may set up and that has all of these words. */
export function findSettings(text: string): FoundSetting[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (...texts: string[]) => {
    const all = texts.join(' ').toLowerCase()
    return wanted.every(word => all.includes(word))
  }
  return openSections().flatMap(({ path, group, title, says, words, settings = [] }) => {
    const href = `/app/settings/${path}`
    const whole = fits(title, says, words) ? [{ href, title, where: group }] : []
    const single = settings
      .filter(each => fits(each.title, each.words))
      .map(each => ({ href: `${href}/${each.path}`, title: each.title, where: title }))
    return [...whole, ...single]
  })
}
