import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  message: string
}

/**
 * Starts a mail server that accepts every mail unless `isRefusing` is set.
 * @param port to restart a server at the same port
 */
export async function openMailServer(port = 0) {
  const state = {
    isRefusing: false,
    refused: 0,
    taken: [] as ReceivedMail[],
    /** The server waits for this promise before it responds to a mail. */
    ready: Promise.resolve(),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, respond) {
      const { isRefusing, ready } = state
      stream.once('end', () => {
        if (isRefusing) state.refused++
        void ready.then(() => respond(isRefusing ? new Error('No room for mails just now') : undefined))
      })
      void text(stream).then((message) => {
        if (!isRefusing) state.taken.push({ to: envelope.rcptTo.map(({ address }) => address), message })
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    to: (email: string) => state.taken.filter(({ to }) => to.includes(email)).map(({ message }) => message),
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  })
}
