export interface StreamEvent {
  event: string
  data: Record<string, string>
}

/** The events of a stream, one after the other; stops when the stream does or after `count`. */
export async function eventsOf(response: Response, count = Number.POSITIVE_INFINITY): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of eachEvent(response)) {
    events.push(event)
    if (events.length >= count) break
  }
  return events
}

export async function* eachEvent(response: Response): AsyncGenerator<StreamEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    while (reader) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) }
      }
    }
  } finally {
    await reader?.cancel()
  }
}
