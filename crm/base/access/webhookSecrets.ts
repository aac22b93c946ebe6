/** What the secrets of webhooks and the passwords of their receivers are sealed for. */
export const WEBHOOK_SECRET = 'crm webhook secret'
export const WEBHOOK_PASSWORD = 'crm webhook password'
