/**
 * A stream of texts that are made when whoever listens is ready for the next one, after the operation has given its
 * connection back; an empty one ends it. Nothing is read ahead.
 */
export function pulledTexts(next: () => Promise<string>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const text = await next()
        if (text === '') controller.close()
        else controller.enqueue(new TextEncoder().encode(text))
      },
    },
    { highWaterMark: 0 },
  )
}
