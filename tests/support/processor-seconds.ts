import { readdirSync, readFileSync } from 'node:fs'

/** The unit of processor time in Linux's /proc is a hundredth of a second. */
const TICKS_PER_SECOND = 100

interface ProcessTimes {
  pid: number
  parent: number
  /** The processor time of the process itself, user and system together. */
  own: number
  /** The processor time of the process's children that have ended and that it waited for. */
  ofEnded: number
}

function timesOf(pid: number | string): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name is in parentheses and may contain spaces. The second field after it is the parent's id.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [, parent = 0, ...rest] = fields.map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9)
    return { pid: Number(pid), parent, own: user + system, ofEnded: endedUser + endedSystem }
  } catch {
    return undefined
  }
}

/** The processor seconds of this process and its ended children. Without /proc, returns those of this process alone. */
export function processorSeconds(): number {
  const times = timesOf('self')
  if (times) return (times.own + times.ofEnded) / TICKS_PER_SECOND
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

/**
 * Starts to measure the processor time of this process, which other processes do not lengthen.
 * @returns a function that returns the milliseconds since then
 */
export function processorTimer(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
}

/** The processor seconds of this process and all processes below it, running or ended. */
export function treeProcessorSeconds(): number {
  const all = readProcesses()
  if (all.length === 0) return processorSeconds()
  const children = Map.groupBy(all, ({ parent }) => parent)
  const total = (times: ProcessTimes): number =>
    times.own + times.ofEnded + (children.get(times.pid) ?? []).reduce((sum, child) => sum + total(child), 0)
  const self = all.find(({ pid }) => pid === process.pid)
  return self ? total(self) / TICKS_PER_SECOND : processorSeconds()
}

function readProcesses(): ProcessTimes[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => timesOf(pid) ?? [])
  } catch {
    return []
  }
}

/** The processor seconds of the whole machine since it started. Undefined without /proc. */
export function machineProcessorSeconds(): number | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).slice(1).map(Number)
    return (user + nice + system + irq + softIrq) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
