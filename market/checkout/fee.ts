/** The fee on an amount, rounded half up to the cent. */
export function feeOf(cents: number, feeBp: number): number {
  return Math.floor((cents * feeBp + 5_000) / 10_000)
}

/** The fee is rounded once, on the whole; each book gets the share by which it raises the running total. */
export function feeShares(prices: readonly number[], feeBp: number): number[] {
  let sum = 0
  return prices.map(price => {
    const before = feeOf(sum, feeBp)
    sum += price
    return feeOf(sum, feeBp) - before
  })
}
