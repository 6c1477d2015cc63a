/**
 * Node's `http` module, without an `import`. An `import` reads every member, and reading WebSocket loads all of Node's
 * `fetch`.
 */
export const http = process.getBuiltinModule('node:http')
