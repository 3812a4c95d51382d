import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length
let [lastMs, counter] = [-1, 0]

/**
 * UUID version 7 (RFC 9562 section 5.7): milliseconds first, then a counter (section 6.2, method 1), so that rows that a process made later sort later,
 * some thousands in one millisecond. Lower case.
 */
export const uuidv7 = (nowMs: number): string => {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.toString('hex', used, used + 10)
  used += 10
  counter = nowMs === lastMs ? (counter + 1) & 0xfff : Number.parseInt(random.slice(0, 3), 16) & counterSeed
  lastMs = nowMs
  const time = Math.floor(nowMs).toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0b0011) | 0b1000).toString(16)
  const rank = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rank}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

/** It begins in the lower half of its room, at a random place. */
const counterSeed = 0x7ff
