const MANY = { deal: 'deals', person: 'people', organization: 'organizations', product: 'products' } as const

/** `1 person`, `2,000 people`. */
export function countRecords(kind: keyof typeof MANY, count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? kind : MANY[kind]}`
}
