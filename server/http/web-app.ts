import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/errors.ts'

/** The built web app: its files, and its one page for every other address, which finds its own way from there. */
export async function webApp(server: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
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
    server.get('/', async (_request, reply) => await reply.sendFile('index.html'))
  }
  server.setNotFoundHandler(async (request, reply) => {
    const isVisit = request.method === 'GET' || request.method === 'HEAD'
    if (!isVisit || request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      throw new AppError('not_found')
    if (isBuilt) return await reply.sendFile('index.html')
    return await reply.code(503).type('text/plain').send('The web app is not built: run "npm run build" first.')
  })
}
