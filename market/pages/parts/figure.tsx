/** A number with its name, in a list of such. */
export function Figure({ text, value, hint }: { text: string; value: string | number; hint?: string }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd>
        {value}
        {hint && <span class="hint">{hint}</span>}
      </dd>
    </div>
  )
}
