import { loadInThread } from './picture-threads.ts'
import { dropRights } from './thread-rights.ts'

// The program of one thread of libvips in a picture process.

dropRights()
loadInThread()
