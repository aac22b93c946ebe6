import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../benchServer.ts'

/** A real mail server on loopback with one mailbox. */
export interface Dovecot {
  version: string
  port: number
  username: string
  password: string
  /** Puts a message into a folder, as a mail server delivers it. */
  deliver(message: string, folder: 'INBOX' | 'Sent'): Promise<void>
  stop(): Promise<void>
}

/** Undefined where it is not installed (Debian: dovecot-imapd). */
export async function startDovecot(): Promise<Dovecot | undefined> {
  const asked = spawnSync('dovecot', ['--version'], { encoding: 'utf8' })
  if (asked.status !== 0) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'portico-dovecot-'))
  await chmod(folder, 0o755)
  const mail = join(folder, 'mail')
  for (const part of ['cur', 'new', 'tmp', '.Sent/cur', '.Sent/new', '.Sent/tmp'])
    await mkdir(join(mail, part), { recursive: true })
  const { uid, gid } = owner()
  for (const path of [mail, ...(await readdir(mail, { recursive: true })).map(name => join(mail, name))])
    await chown(path, uid, gid)
  const port = await freePort()
  const [username, password] = ['load', 'load-load-load']
  await writeFile(join(folder, 'users'), `${username}:{PLAIN}${password}\n`)
  await writeFile(join(folder, 'dovecot.conf'), configOf(folder, mail, port))
  const server = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answering(port, server)
  let count = 0
  return {
    version: asked.stdout.trim(),
    port,
    username,
    password,
    async deliver(message, name) {
      const file = `${Date.now()}.${process.pid}_${count++}.load`
      const home = name === 'INBOX' ? mail : join(mail, '.Sent')
      const path = join(home, 'tmp', file)
      await writeFile(path, message)
      await chown(path, uid, gid)
      await rename(path, join(home, 'new', file))
    },
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await Promise.race([ended, sleep(10_000)])
      server.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Dovecot refuses to answer as root: then its own users do, and the mail is nobody's. */
const NOBODY = 65_534

function owner(): { uid: number; gid: number } {
  const { uid, gid } = userInfo()
  return uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid }
}

/** With nothing outside of the folder. */
function configOf(folder: string, mail: string, port: number): string {
  const { username } = userInfo()
  const { uid, gid } = owner()
  const users =
    username === 'root'
      ? ''
      : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${username}\n`
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
${users}first_valid_uid = ${uid}
first_valid_gid = ${gid}
mail_location = maildir:${mail}
mail_uid = ${uid}
mail_gid = ${gid}
mail_privileged_group =
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = subscribe
    special_use = \\Sent
  }
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service imap {
  process_limit = 20
}
`
}

async function answering(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (server.exitCode !== null) throw new Error(`dovecot ended with ${server.exitCode}`)
    const isThere = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1')
      const answer = (found: boolean) => {
        socket.destroy()
        resolve(found)
      }
      socket.once('data', () => answer(true))
      socket.once('error', () => answer(false))
      socket.setTimeout(1000, () => answer(false))
    })
    if (isThere) return
    await sleep(100)
  }
  throw new Error('dovecot does not answer')
}
