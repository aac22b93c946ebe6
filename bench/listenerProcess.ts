import { connect } from 'node:net'

/** Holds event streams open in a process of its own, so that reading them does not slow down what drives the load. */
const { PORT = '', TOKENS = '', LISTENERS = '0', ENCODING = 'gzip' } = process.env
const tokens = TOKENS.split(',')
let open = 0
let bytes = 0

for (let nr = 0; nr < Number(LISTENERS); nr++) {
  const socket = connect(Number(PORT), '127.0.0.1')
  socket.write(
    `GET /api/v2/changes/stream HTTP/1.1\r\nhost: bench\r\nx-api-token: ${tokens[nr % tokens.length]}\r\naccept-encoding: ${ENCODING}\r\n\r\n`,
  )
  socket.once('data', first => {
    if (!first.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(first.toString('latin1'))
    open++
    if (open === Number(LISTENERS)) process.send?.('open')
  })
  socket.on('data', piece => {
    bytes += piece.length
  })
}

process.on('message', () => process.send?.(bytes))
