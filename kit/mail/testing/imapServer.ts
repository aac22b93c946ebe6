import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail server that knows as much of IMAP as a reader of mailboxes asks for. Its folders can be changed at any time. */
export interface ImapServer {
  port: number
  folders: Map<string, ImapTestFolder>
  /** Commands that came, without their tags and arguments of log-ins. */
  commands: string[]
  /** Does something else with a command; true: that was the answer. */
  instead: ((line: string, socket: Socket, tag: string) => boolean) | undefined
  stop(): Promise<void>
}

export interface ImapTestFolder {
  uidValidity: number
  flags: string
  messages: { uid: number; source: Buffer; date: Date }[]
}

export const IMAP_USER = { username: 'ann@mail.example', password: 'open "sesame' }

export async function startImapServer(): Promise<ImapServer> {
  const server: Omit<ImapServer, 'port' | 'stop'> = {
    folders: new Map([
      ['INBOX', { uidValidity: 1, flags: '', messages: [] }],
      ['Sent', { uidValidity: 1, flags: '\\Sent', messages: [] }],
      ['Trash', { uidValidity: 1, flags: '\\Trash', messages: [] }],
    ]),
    commands: [],
    instead: undefined,
  }
  const sockets = new Set<Socket>()
  const listener = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, server)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return Object.assign(server, {
    port: (listener.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => listener.close(resolve))
    },
  })
}

/** Puts a message into a folder, with the next uid. */
export function addMessage(server: ImapServer, source: string | Buffer, path = 'INBOX', date = new Date()): number {
  const folder = server.folders.get(path)
  if (!folder) throw new Error(`there is no folder ${path}`)
  const uid = (folder.messages.at(-1)?.uid ?? 0) + 1
  folder.messages.push({ uid, source: Buffer.from(source), date })
  return uid
}

function serve(socket: Socket, server: Omit<ImapServer, 'port' | 'stop'>): void {
  let unread = ''
  let selected: ImapTestFolder | undefined
  socket.setEncoding('latin1').setNoDelay(true)
  const say = (text: string | Buffer) => socket.write(text)
  say('* OK [CAPABILITY IMAP4rev1 SPECIAL-USE] ready\r\n')
  socket.on('data', text => {
    unread += text
    for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end)
      unread = unread.slice(end + 2)
      answer(line)
    }
  })

  function answer(line: string): void {
    const [, tag = '', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/.exec(line) ?? []
    server.commands.push(/^LOGIN/i.test(command) ? 'LOGIN' : `${command} ${rest}`.trim())
    if (server.instead?.(`${command} ${rest}`.trim(), socket, tag)) return
    const done = () => say(`${tag} OK done\r\n`)
    switch (command.toUpperCase()) {
      case 'LOGIN': {
        const quoted = [IMAP_USER.username, IMAP_USER.password].map(word => `"${word.replaceAll('"', '\\"')}"`)
        const isRight = rest === quoted.join(' ') || rest === `${IMAP_USER.username} ${quoted[1]}`
        return void say(isRight ? `${tag} OK in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`)
      }
      case 'LIST':
        // Asked for what separates the names.
        if (rest === '"" ""') {
          say('* LIST (\\Noselect) "/" ""\r\n')
          return void done()
        }
        for (const [path, { flags }] of server.folders) say(`* LIST (\\HasNoChildren ${flags}) "/" "${path}"\r\n`)
        return void done()
      case 'EXAMINE':
      case 'SELECT': {
        selected = server.folders.get(rest.replace(/^"|"$/g, ''))
        if (!selected) return void say(`${tag} NO no such folder\r\n`)
        const next = (selected.messages.at(-1)?.uid ?? 0) + 1
        say(`* ${selected.messages.length} EXISTS\r\n* OK [UIDVALIDITY ${selected.uidValidity}] x\r\n`)
        say(`* OK [UIDNEXT ${next}] x\r\n* FLAGS (\\Seen)\r\n${tag} OK [READ-ONLY] done\r\n`)
        return
      }
      case 'UID SEARCH': {
        const from = Number(/UID (\d+):\*/.exec(rest)?.[1] ?? 1)
        const since = /SINCE "?(\d+-\w+-\d+)/.exec(rest)?.[1]
        const found = (selected?.messages ?? []).filter(
          ({ uid, date }) => uid >= from && (!since || date >= new Date(`${since} UTC`)),
        )
        say(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join('')}\r\n`)
        return void done()
      }
      case 'UID FETCH':
        fetch(rest)
        return void done()
      case 'LOGOUT':
        say(`* BYE\r\n${tag} OK bye\r\n`)
        return void socket.end()
      default:
        return void done()
    }
  }

  function fetch(rest: string): void {
    const [, set = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? []
    const ranges = set.split(',').map(range => range.split(':').map(Number))
    const isMeant = (uid: number) => ranges.some(([first = 0, last = first]) => uid >= first && uid <= last)
    for (const [place, message] of [...(selected?.messages ?? [])].entries())
      if (isMeant(message.uid)) fetchOne(message, place, items)
  }

  function fetchOne(message: ImapTestFolder['messages'][number], place: number, items: string): void {
    const { uid } = message
    say(`* ${place + 1} FETCH (UID ${uid} RFC822.SIZE ${message.source.length}`)
    const partial = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/.exec(items)
    if (partial) {
      const start = Number(partial[1] ?? 0)
      const bytes = message.source.subarray(start, start + Number(partial[2] ?? message.source.length))
      say(` BODY[]${partial[1] === undefined ? '' : `<${start}>`} {${bytes.length}}\r\n`)
      say(bytes)
    }
    if (items.includes('BODY.PEEK[HEADER]')) {
      const header = message.source.subarray(0, message.source.indexOf('\r\n\r\n') + 4)
      say(` BODY[HEADER] {${header.length}}\r\n`)
      say(header)
    }
    say(')\r\n')
  }
}
