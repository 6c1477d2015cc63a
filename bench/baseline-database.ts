import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'

// The server that the start benchmark compares Frogy with: it opens an embedded database and runs one query.
const lite = await PGlite.create({
  dataDir: process.argv[2] ?? '',
  postgresqlconf: ['shared_buffers = 16MB', 'max_wal_size = 64MB'],
})
const server = createServer((_request, response) => {
  void lite.query('select 1 as one').then(({ rows }) => response.end(JSON.stringify(rows)))
})
server.listen(0, '127.0.0.1', () =>
  console.log(`Baseline is at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => void lite.close())
})
