/** A number with its name, in a list of such. */
export function Figure({ text, value }: { text: string; value: string | number }) {
  return (
    <div>
      <dt>{text}</dt>
      <dd>{value}</dd>
    </div>
  )
}
