/**
 * Node's `http` module. As an `import` each of its members is read once, and with the WebSocket among them Node loads all
 * of what its `fetch` is made of.
 */
export const http = process.getBuiltinModule('node:http')
