/** Kinds of one thing beside each other, each with an address. */
export function Tabs(props: {
  label: string
  base: string
  tabs: readonly (readonly [path: string, title: string])[]
  current: string
}) {
  return (
    <nav class="tabs settings-tabs" aria-label={props.label}>
      {props.tabs.map(([path, title]) => (
        <a key={path} href={`${props.base}/${path}`} aria-current={path === props.current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
