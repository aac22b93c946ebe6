/** A label in its colour, which goes with its name: nobody has to tell colours apart. */
export function Label({ name, color }: { name: string; color: string }) {
  return (
    <span class="label" data-color={color}>
      {name}
    </span>
  )
}
