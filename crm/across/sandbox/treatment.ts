import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/**
 * Tables whose rows a copy of a company does not get, with the reason. All others that hold rows of companies are copied
 * whole, found in the catalogue: a new one is copied unless it is named here. The test asks of every column that sounds
 * like a secret.
 */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  api_token: 'opens the original; the copy gets a token of its own',
  asked_move: 'has a token of another server; is worked on by a job of the original',
  audit: 'tells what was done to the original',
  calendar_address: 'opens the original',
  call_window: 'counts calls of the original',
  conversion: 'is worked on by a job of the original',
  deal_sum: 'holds sums as of a line of the original’s log; those of a large copy are counted anew',
  deal_sums: 'says which line that is',
  export: 'is made by a job of the original',
  export_part: 'holds files of an export',
  idempotency: 'holds answers of the original',
  long_change: 'is made by a job of the original; what it changed is in the log',
  mail_account: 'would read somebody’s mailbox twice',
  mail_account_folder: 'belongs to a mail account',
  oauth_access: 'opens the original',
  oauth_app: 'has a secret; its client id is one on the whole server',
  oauth_grant: 'opens the original',
  password_link: 'opens an account',
  reminder: 'says what was sent to people',
  session: 'opens the original',
  token_spending: 'counts calls of the original',
  upload: 'is claimed by a call to the original, or swept',
  user_provider_link: 'belongs to an app of the original',
  webhook: 'would send to receivers of the original',
  webhook_delivery: 'belongs to a webhook',
}

/** Columns that have another value in the copy, by table; `s` is the row of the original. */
export const CHANGED: Readonly<Record<string, (companyId: number) => Readonly<Record<string, Fragment>>>> = {
  // Records as the log keeps them name their company.
  change: companyId => ({ before: ofCompany('before', companyId), after: ofCompany('after', companyId) }),
  goal: companyId => ({
    assignee_id: sql`case s.assignee_type when 'company' then ${companyId} else s.assignee_id end`,
  }),
  product_image: () => ({
    link_secret: sql`decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`,
  }),
  mail_thread: () => ({ account_id: sql`null` }),
  mail_message: () => ({
    account_id: sql`null`,
    send_state: sql`case s.send_state when 'queued' then 'failed' else s.send_state end`,
    send_error: sql`case s.send_state when 'queued' then 'Not sent: this is a copy' else s.send_error end`,
  }),
}

function ofCompany(column: 'before' | 'after', companyId: number): Fragment {
  const value = sql`s.${sql(column)}`
  return sql`case when ${value} ? 'company_id' then ${value} || jsonb_build_object('company_id', ${companyId}::bigint) else ${value} end`
}
