import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#core/errors.ts'

/** The built web app: its files, and its one page for every other address, which finds its own way from there. */
export async function webApp(server: FastifyInstance, folder: string): Promise<void> {
  const file = join(folder, 'index.html')
  const page = existsSync(file) ? await readFile(file, 'utf8') : undefined
  if (page !== undefined) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // A built file's name changes with its content; the others must be asked about.
        const isNamedByContent = path.includes('/assets/')
        reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    for (const path of ['/', '/index.html']) server.get(path, async (_request, reply) => await sendPage(reply, page))
  }
  server.setNotFoundHandler(async (request, reply) => {
    const isVisit = request.method === 'GET' || request.method === 'HEAD'
    if (!isVisit || request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      throw new AppError('not_found')
    if (page !== undefined) return await sendPage(reply, page)
    return await reply.code(503).type('text/plain').send('The web app is not built: run "npm run build" first.')
  })
}

/** Without a validator: a page that was kept would come with the nonce of an older answer. */
async function sendPage(reply: FastifyReply, page: string): Promise<FastifyReply> {
  return await reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace('nonce=""', `nonce="${reply.cspNonce.style}"`))
}
