import { connect } from 'node:net'

/**
 * Sends these bytes unchanged, which fetch would normalize. Returns everything that arrives until the connection
 * closes.
 */
export async function rawRequest(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(request)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer
}
