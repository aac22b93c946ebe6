import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface McpClient {
  client: Client
  names(): Promise<string[]>
  /** What a tool answers: parsed where it is JSON. */
  use(name: string, given?: Record<string, unknown>): Promise<Used>
}

export interface Used {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any
}

/** An assistant as the SDK has it, with headers of one's own. `mode` is the revision of the protocol it speaks. */
export async function mcpClient(
  url: string,
  headers: Record<string, string>,
  mode: 'legacy' | 'auto' = 'legacy',
): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return mcpClientOf(client)
}

function mcpClientOf(client: Client): McpClient {
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name, given = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given })
      const [first] = content
      const text = first?.type === 'text' ? first.text : ''
      return { isError: isError === true, text, data: text.startsWith('{') ? JSON.parse(text) : undefined }
    },
  }
}
