import type { TablePlacement } from '@portico/kit/database/placement'

/**
 * Where each table of the CRM stands on several machines: everything of one company on one of them, except for what is
 * listed here. `crm/tablePlacement.test.ts` compares it with the tables there are.
 */
export const tablePlacement: TablePlacement = {
  schema: 'crm',
  column: 'company_id',
  reference: [
    'account',
    'company',
    'role',
    'app_user',
    'oauth_app',
    // Sign-in asks for these before it knows the company.
    'permission_set',
    'permission_assignment',
    'role_hidden_pipeline',
    // Their triggers tell every process of a change, which only the coordinator can; they are small and seldom written.
    'pipeline',
    'stage',
  ],
  local: [
    // Found by a digest or an address, whatever company they belong to, and never beside records.
    'api_token',
    'attempt',
    'calendar_address',
    'known_client',
    'oauth_access',
    'oauth_grant',
    'passkey',
    'password_link',
    'recovery_code',
    'session',
    'sign_in_step',
    'sign_up',
    // Unlogged: a company could not be moved to another machine with it.
    'call_window',
    // By the digest of the content: one file may be of several companies.
    'shared_file',
  ],
}
