import { connect } from 'node:net'

/** Sends bytes as they are, which fetch would tidy first, and gives all that comes back until the connection ends. */
export async function rawRequest(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(request)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer
}
