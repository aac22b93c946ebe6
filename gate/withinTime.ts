/**
 * The result of a task, or undefined when it takes longer than so many milliseconds. The signal it gets is aborted
 * then; a task that goes on all the same is left alone, and what becomes of it is ignored.
 */
export async function withinTime<Value>(
  milliseconds: number,
  task: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | undefined> {
  const limit = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<undefined>(resolve => {
    timer = setTimeout(() => {
      resolve(undefined)
      limit.abort(new Error(`took longer than ${milliseconds / 1000} s`))
    }, milliseconds)
  })
  try {
    // The race also handles a rejection that comes after the limit.
    return await Promise.race([task(limit.signal), tooLong])
  } finally {
    clearTimeout(timer)
  }
}
