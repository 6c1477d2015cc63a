/** The values that the code of an attempt to escape can use. */
export interface EscapeTargets {
  /** The path of a file outside the sandbox. */
  secret: string
  /** A path outside the sandbox where no file exists. */
  made: string
  /** The folder with Frogy's program. */
  root: string
  /** A port on which the test process listens. */
  port: number
  /** The path of a shared library of the system. */
  library: string
  /** The path of a native addon, which a sandboxed process must not load. */
  addon: string
}

/**
 * Attempts to escape from a parser's sandbox, as bodies of async functions with `require` and `targets`. An attempt
 * that returns has escaped, unless it returns `refused`.
 */
export const ESCAPES: Record<string, string> = {
  'read a data file': `return require('node:fs').readFileSync(targets.secret, 'utf8')`,
  'read a file by URL': `return require('node:fs').readFileSync(require('node:url').pathToFileURL(targets.secret), 'utf8')`,
  'read a file by bytes': `return require('node:fs').readFileSync(Buffer.from(targets.secret), 'utf8')`,
  'read a file by a relative path': `return require('node:fs').readFileSync(targets.root + '/core/../../../../../../..' + targets.secret, 'utf8')`,
  'read a file asynchronously': `return await require('node:fs').promises.readFile(targets.secret, 'utf8')`,
  'read a file as a stream': `for await (const part of require('node:fs').createReadStream(targets.secret)) return part`,
  'read a file as a blob': `return await (await require('node:fs').openAsBlob(targets.secret)).text()`,
  'read the root through /proc': `return require('node:fs').readFileSync('/proc/self/root' + targets.secret, 'utf8')`,
  'read the memory of the process': `return require('node:fs').openSync('/proc/self/mem', 'r+')`,
  "read the server's environment": `return require('node:fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8')`,
  "list the program's folder": `return require('node:fs').readdirSync(targets.root)`,
  'read a settings file': `process.loadEnvFile(targets.secret)`,
  'import a file': `return await import(require('node:url').pathToFileURL(targets.secret).href)`,
  'require a file': `return require(targets.secret)`,
  'write a file': `require('node:fs').writeFileSync(targets.made, 'x')`,
  'overwrite a source': `require('node:fs').openSync(targets.root + '/core/errors.ts', 'r+')`,
  'make a link': `require('node:fs').symlinkSync(targets.secret, targets.root + '/core/link')`,
  'make a hard link': `require('node:fs').linkSync(targets.secret, targets.made)`,
  'delete a file': `require('node:fs').rmSync(targets.secret)`,
  'copy a file': `require('node:fs').copyFileSync(targets.root + '/package.json', targets.made)`,
  'write a report': `return process.report.writeReport(targets.made)`,
  'write down its memory': `return require('node:v8').writeHeapSnapshot(targets.made)`,
  'write a compile cache': `
    const { status } = require('node:module').enableCompileCache(targets.made)
    return status === 0 ? 'refused' : status`,
  'load a native library': `process.dlopen({ exports: {} }, targets.library)`,
  'load a native library as a module': `
    const { Module } = require('node:module')
    Module._extensions['.node'](new Module(targets.library), targets.library)`,
  'call native functions': `return require('node:ffi').dlopen(targets.library, {})`,
  'load a crypto engine': `require('node:crypto').setEngine(targets.library)`,
  "load Node's internal bindings": `return process.binding('fs')`,
  "load Node's linked bindings": `return process._linkedBinding('fs')`,
  'start a program': `const { error, pid } = require('node:child_process').spawnSync('true'); if (error) throw error; return pid`,
  'start a shell': `return require('node:child_process').execSync('id')`,
  'start Node': `return require('node:child_process').fork(targets.secret).pid`,
  'start a cluster process': `return require('node:cluster').fork().process.pid`,
  'replace itself with another program': `process.execve('/bin/true', ['true'], {})`,
  'start a thread': `return new (require('node:worker_threads').Worker)('1', { eval: true }).threadId`,
  'start a thread with rights': `
    const execArgv = ['--allow-fs-read=*', '--allow-addons']
    return new (require('node:worker_threads').Worker)('1', { eval: true, execArgv }).threadId`,
  'register a module loader': `require('node:module').register('data:text/javascript,')`,
  'open the inspector': `require('node:inspector').open(0)`,
  'attach the inspector to itself': `
    const session = new (require('node:inspector').Session)()
    session.connect()
    return await new Promise((resolve, reject) =>
      session.post('Runtime.evaluate', { expression: '1' }, (error, { result } = {}) => error ? reject(error) : resolve(result)))`,
  'run a WASI program': `return new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`,
  'open a database': `return new (require('node:sqlite').DatabaseSync)(targets.made)`,
  'connect to a port': `await new Promise((resolve, reject) => require('node:net').connect(targets.port, '127.0.0.1', resolve).on('error', reject))`,
  'connect to a socket file': `await new Promise((resolve, reject) => require('node:net').connect(targets.made, resolve).on('error', reject))`,
  'listen on a port': `await new Promise((resolve, reject) => require('node:net').createServer().listen(0, resolve).on('error', reject))`,
  'send a datagram': `await new Promise((resolve, reject) =>
    require('node:dgram').createSocket('udp4').on('error', reject).send('x', targets.port, '127.0.0.1', (error) => error ? reject(error) : resolve()))`,
  'fetch a page': `
    try { return await (await fetch('http://127.0.0.1:' + targets.port)).text() } catch (error) { throw error.cause ?? error }`,
  'open a web socket': `return await new Promise((resolve) => {
    const socket = new WebSocket('ws://127.0.0.1:' + targets.port)
    socket.onopen = () => resolve('opened')
    socket.onerror = () => resolve('refused')
  })`,
  'look up a name': `return await require('node:dns').promises.lookup('localhost')`,
  'query a name server': `const resolver = new (require('node:dns').promises.Resolver)(); resolver.setServers(['127.0.0.1:' + targets.port]); return await resolver.resolve4('example.com')`,
  'signal the server': `process.kill(process.ppid, 'SIGWINCH')`,
  'signal the whole process group': `process.kill(0, 'SIGWINCH')`,
  'signal without the wrapper': `const sent = process._kill(process.ppid, 28); return sent < 0 ? 'refused' : sent`,
  "open the server's debugger": `return process._debugProcess ? process._debugProcess(process.ppid) : 'refused'`,
  "change the server's priority": `require('node:os').setPriority(process.ppid, 1)`,
  'read its environment': `
    const names = Object.keys(process.env).filter((name) => !/^(NODE_CHANNEL|VIPS)_/.test(name))
    return names.length === 0 ? 'refused' : names.join()`,
  'read an inherited file': `
    const { readSync } = require('node:fs')
    for (let fd = 4; fd < 100; fd++) {
      const bytes = Buffer.alloc(9)
      try { readSync(fd, bytes, 0, 9, 0) } catch { continue }
      if (bytes.toString() === 'secret of') return 'read ' + fd
    }
    return 'refused'`,
}

/** Attempts to escape through the library that decodes pictures. */
export const PICTURE_ESCAPES: Record<string, string> = {
  'read a picture by path': `return await require('sharp')(targets.secret + '.png').toBuffer()`,
  'read a picture through a drawing': `
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><image href="' + targets.secret + '.png" width="2" height="2"/></svg>'
    const [red] = await require('sharp')(Buffer.from(drawing)).raw().toBuffer()
    return red === 0 ? 'refused' : red`,
  'write a picture': `return await require('sharp')({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).png().toFile(targets.made)`,
  'overwrite a file with a picture': `return await require('sharp')({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).png().toFile(targets.secret + '.png')`,
  'write tiles': `return await require('sharp')({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).tile().toFile(targets.made + '.dz')`,
  'load a native addon': `return require(targets.addon)`,
}
