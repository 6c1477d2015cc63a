import { loadInThread } from './picture-threads.ts'
import { dropRights } from './thread-rights.ts'

dropRights()
loadInThread()
