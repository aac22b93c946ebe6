/** Text that has been made safe for HTML. */
export interface Html {
  readonly html: string
}

/** A template whose values are escaped, except those that are already HTML. Lists are joined. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  return {
    html: parts.map((part, index) => part + (index < values.length ? textOf(values[index] ?? '') : '')).join(''),
  }
}

/** For the library's own style and script, and nothing that came from outside. */
export function verbatim(source: string): Html {
  return { html: source }
}

/** JSON inside a script element: without `<` it cannot end the element. */
export function jsonFor(value: unknown): Html {
  return { html: JSON.stringify(value).replaceAll('<', '\\u003c') }
}

function textOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escaped(value)
  return 'html' in value ? value.html : value.map(part => part.html).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}
