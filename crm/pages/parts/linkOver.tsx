import type { Problem } from '@portico/kit/http/forms'
import type { PageRequest } from '../pageRequest.ts'
import { page } from '../respond.tsx'
import { Told } from './told.tsx'

/** For a link of a mail that was used or is too old, with the way to a new one. */
export function showLinkOver(
  pageRequest: PageRequest,
  problem: Problem | undefined,
  again: { href: string; label: string },
): Promise<Response> {
  return page(
    pageRequest,
    { title: 'This link does not work any more', status: problem?.status ?? 410 },
    <Told title="This link does not work any more">
      <p>{problem?.message}.</p>
      <p>
        <a class="button" href={again.href}>
          {again.label}
        </a>
      </p>
    </Told>,
  )
}
