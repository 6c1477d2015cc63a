/** Node's `http` module. An `import` reads every member, including WebSocket, which loads all of Node's `fetch`. */
export const http = process.getBuiltinModule('node:http')
