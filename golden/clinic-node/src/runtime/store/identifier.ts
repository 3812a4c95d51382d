import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/** UUID version 7 (RFC 9562 section 5.7): milliseconds first, so that rows made later sort later. Lower case. */
export const uuidv7 = (nowMs: number): string => {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.toString('hex', used, used + 10)
  used += 10
  const time = Math.floor(nowMs).toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0b0011) | 0b1000).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}
