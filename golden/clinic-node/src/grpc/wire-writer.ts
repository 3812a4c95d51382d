import { answerLengthMax, refuseLong } from '../runtime/index.ts'

/**
 * Writes protobuf's wire format (protobuf.dev/programming-guides/encoding) into one buffer that grows and is used again.
 * The length of what is nested is not known before it is written: one byte is left for it, and what follows is moved
 * where it needs more. Throws a ProblemError (`too-large`) for what is longer than an answer may be.
 */
export class WireWriter {
  #buffer = Buffer.allocUnsafe(4096)
  #at = 0

  /** What was written since the last call, as bytes of its own. */
  finish(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#at))
    this.#at = 0
    if (this.#buffer.length > kept) this.#buffer = Buffer.allocUnsafe(4096)
    return bytes
  }

  /** Drops what was written since the last `finish`. */
  reset(): void {
    this.#at = 0
  }

  /** An unsigned number below 2^53. */
  varint(value: number): void {
    this.#room(10)
    let rest = value
    while (rest > 0x7f) {
      this.#buffer[this.#at++] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    this.#buffer[this.#at++] = rest
  }

  /** A signed 32-bit number: a negative one takes ten bytes, as an int64 would. */
  int32(value: number): void {
    if (value >= 0) this.varint(value)
    else this.int64(BigInt(value))
  }

  int64(value: bigint): void {
    this.#room(10)
    let rest = BigInt.asUintN(64, value)
    while (rest > 0x7fn) {
      this.#buffer[this.#at++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.#buffer[this.#at++] = Number(rest)
  }

  double(value: number): void {
    this.#room(8)
    this.#at = this.#buffer.writeDoubleLE(value, this.#at)
  }

  text(value: string): void {
    if (value.length < 40) {
      this.#room(128)
      const start = this.#at++
      const length = this.#shortText(value)
      this.#buffer[start] = length
      return
    }
    const length = Buffer.byteLength(value)
    this.varint(length)
    this.#room(length)
    this.#buffer.write(value, this.#at, length, 'utf8')
    this.#at += length
  }

  bytes(value: Uint8Array): void {
    this.varint(value.length)
    this.#room(value.length)
    this.#buffer.set(value, this.#at)
    this.#at += value.length
  }

  /** Where something nested begins, for `close`. */
  open(): number {
    this.#room(1)
    return this.#at++
  }

  /** Puts the length before what was written since `open`. */
  close(start: number): void {
    const length = this.#at - start - 1
    if (length < 0x80) {
      this.#buffer[start] = length
      return
    }
    const more = length < 0x4000 ? 1 : length < 0x200000 ? 2 : length < 0x10000000 ? 3 : 4
    this.#room(more)
    this.#buffer.copyWithin(start + 1 + more, start + 1, this.#at)
    const end = this.#at + more
    this.#at = start
    this.varint(length)
    this.#at = end
  }

  /** At most 39 UTF-16 units: at most 117 bytes. ASCII without a call into native code. */
  #shortText(value: string): number {
    const start = this.#at
    for (let index = 0; index < value.length; index++) {
      const unit = value.charCodeAt(index)
      if (unit > 0x7f) {
        const written = this.#buffer.write(value, start, 'utf8')
        this.#at = start + written
        return written
      }
      this.#buffer[this.#at++] = unit
    }
    return value.length
  }

  #room(more: number): void {
    if (this.#at + more <= this.#buffer.length) return
    refuseLong(this.#at + more)
    // No more than may be asked for, so that what is longer asks for more.
    const grown = Buffer.allocUnsafe(Math.min(Math.max(this.#buffer.length * 2, this.#at + more), answerLengthMax))
    this.#buffer.copy(grown, 0, 0, this.#at)
    this.#buffer = grown
  }
}

/** A buffer that one large answer made is not kept for the small ones after it. */
const kept = 1_048_576
