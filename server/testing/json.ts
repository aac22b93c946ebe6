/** A body of any shape, for tests that look into it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export async function jsonOf(reply: Response): Promise<any> {
  return reply.json()
}
