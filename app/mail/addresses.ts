export interface Person {
  address: string
  name?: string
}

/** People as somebody types them: `cora@example.org, Bob <bob@example.org>`. */
export function peopleIn(text: string): Person[] {
  return text
    .split(/[,;\n]/)
    .map(part => part.trim())
    .filter(Boolean)
    .map(part => {
      const [, name = '', address = ''] = /^(.*)<([^<>]+)>$/.exec(part) ?? []
      if (!address) return { address: part }
      const plain = name.trim().replaceAll('"', '')
      return { address: address.trim(), ...(plain && { name: plain }) }
    })
}

/** The other way. A comma would end the name. */
export function peopleText(people: readonly { address: string; name?: string }[]): string {
  return people
    .map(({ name, address }) => (name && name !== address ? `${name.replace(/[,;<>"]/g, ' ')} <${address}>` : address))
    .join(', ')
}

/** What a draft can keep: whole addresses; the others are still being typed. */
export function wholeAddresses(text: string): Person[] {
  return peopleIn(text).filter(({ address }) => /^[^\s@]+@[^\s@]+\.?[^\s@]+$/.test(address))
}
