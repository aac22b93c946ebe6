import { type Answered, answer } from '@portico/kit/api/answer'

/** Sends a browser on. The body says where to, for those who do not follow. */
export function redirect(location: string): Answered<{ location: string }> {
  return answer({ location }, { status: 302, headers: { location } })
}
