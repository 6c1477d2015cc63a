import { loadInThread } from './picture-threads.ts'
import { dropRights } from './thread-rights.ts'

// One thread of libvips in a picture process.

dropRights()
loadInThread()
