import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { isFailure } from '@portico/kit/api/failure'
import type { MailPort } from '@portico/kit/mail/mailPort'
import { problem } from '../config/problem.ts'
import type { Config } from '../config/readConfig.ts'

/** The port for incoming mail, taken before anything is made, or undefined where none is wanted. */
export async function takeMailPort(config: Config): Promise<MailPort | undefined> {
  const { mailIn, host, origin, proxies, rateLimit } = config
  if (!mailIn) return undefined
  const certificate = await readCertificate(mailIn)
  // Loaded by those who take mail only.
  const { openMailPort } = await import('@portico/kit/mail/mailPort')
  const name = new URL(origin).hostname
  try {
    return await openMailPort({ port: mailIn.port, host, name, proxies, limited: rateLimit, certificate })
  } catch (error) {
    throw isFailure(error) ? problem(`PORTICO_SMTP_IN_PORT: ${error.message}`) : error
  }
}

/** The certificate of STARTTLS; throws one line when it cannot be used. */
export async function readCertificate({
  certFile,
  keyFile,
}: NonNullable<Config['mailIn']>): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (certFile === undefined || keyFile === undefined) return undefined
  const certificate = {
    cert: await readPem('PORTICO_SMTP_IN_CERT', certFile),
    key: await readPem('PORTICO_SMTP_IN_KEY', keyFile),
  }
  try {
    createSecureContext(certificate)
  } catch (error) {
    throw problem(
      `PORTICO_SMTP_IN_CERT and PORTICO_SMTP_IN_KEY do not fit: ${error instanceof Error ? error.message : error}`,
    )
  }
  return certificate
}

async function readPem(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw problem(`${setting}: ${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
