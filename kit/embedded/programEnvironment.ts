/** PostgreSQL's programs take nothing from our environment, neither secrets nor PG… variables meant for clients. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
