import { setFlagsFromString } from 'node:v8'

/**
 * Starts a service while V8's heap grows by a seventh of what is alive, and no faster. A start leaves behind several times what it keeps; V8
 * would let all of that lie, and a process keeps the memory it once had. When it is over, V8 decides as before.
 */
export const inSmallHeap = async <Started>(start: () => Promise<Started>): Promise<Started> => {
  setFlagsFromString('--heap-growing-percent=15')
  try {
    return await start()
  } finally {
    setFlagsFromString('--heap-growing-percent=0')
  }
}
