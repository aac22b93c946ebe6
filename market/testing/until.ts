/** Asks again until it holds; fails after `seconds`. */
export async function until(holds: () => Promise<boolean>, seconds = 15): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('waited too long')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
