/** What the token of an account that is copied into a company is sealed for. */
export const SOURCE_TOKEN = 'crm token of a source'
