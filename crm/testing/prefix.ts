/** Where tests call the operations of each API. */
export const PREFIX: Record<string, string> = {
  'crm-v1': '/v1',
  'crm-v2': '/api/v2',
  'crm-app': '/app/api',
  'crm-oauth': '/oauth',
}
