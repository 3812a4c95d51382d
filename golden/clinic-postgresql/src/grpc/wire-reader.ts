import { isUtf8 } from 'node:buffer'

/** Thrown for bytes that are no message: a sentence that may be shown. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** How wire types are numbered (protobuf.dev/programming-guides/encoding). */
export const wire = { varint: 0, fixed64: 1, length: 2, start: 3, end: 4, fixed32: 5 } as const

/** Reads protobuf's wire format; every length is held against what is there. */
export class WireReader {
  readonly #bytes: Buffer
  #at: number
  #end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = at
    this.#end = end
  }

  get hasMore(): boolean {
    return this.#at < this.#end
  }

  /** Field number and wire type as they stand together on the wire. */
  tag(): number {
    const tag = this.number()
    if (tag < 8 || tag > 0xffffffff) throw new WireError('The message has a field without a number.')
    return tag
  }

  /** The low 53 bits of a varint, exactly; more of it is refused. */
  number(): number {
    let value = 0
    let scale = 1
    for (let index = 0; index < 10; index++) {
      const byte = this.#byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) throw new WireError('The message has a length or tag that is too large.')
        return value
      }
      scale *= 128
    }
    throw new WireError('The message has a number of more than ten bytes.')
  }

  /** Bits past the 32nd are dropped, as protobuf has it. */
  int32(): number {
    return Number(BigInt.asIntN(32, this.#long()))
  }

  int64(): bigint {
    return BigInt.asIntN(64, this.#long())
  }

  bool(): boolean {
    return this.#long() !== 0n
  }

  double(): number {
    const at = this.#take(8)
    return this.#bytes.readDoubleLE(at)
  }

  text(): string {
    const length = this.number()
    const at = this.#take(length)
    const bytes = this.#bytes.subarray(at, at + length)
    // proto3: a string is UTF-8 or the message does not parse.
    if (!isUtf8(bytes)) throw new WireError('The message has text that is not UTF-8.')
    return this.#bytes.toString('utf8', at, at + length)
  }

  bytes(): Buffer {
    const length = this.number()
    const at = this.#take(length)
    return this.#bytes.subarray(at, at + length)
  }

  /** Reads what is nested here with `read`, which sees nothing beyond it. */
  nested<Value>(read: () => Value): Value {
    const length = this.number()
    const at = this.#take(length)
    const end = this.#end
    this.#at = at
    this.#end = at + length
    const value = read()
    this.#at = this.#end
    this.#end = end
    return value
  }

  /** Passes over a field that nobody asked for: newer clients know more than we do. */
  skip(type: number): void {
    if (type === wire.varint) this.#long()
    else if (type === wire.fixed64) this.#take(8)
    else if (type === wire.length) this.#take(this.number())
    else if (type === wire.fixed32) this.#take(4)
    else throw new WireError('The message has a group, or a wire type that there is not.')
  }

  #long(): bigint {
    let low = 0
    for (let index = 0; index < 4; index++) {
      const byte = this.#byte()
      low += (byte & 0x7f) * 2 ** (7 * index)
      if (byte < 0x80) return BigInt(low)
    }
    let value = BigInt(low)
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new WireError('The message has a number of more than ten bytes.')
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new WireError('The message ends within a field.')
    return this.#bytes[this.#at++] as number // Within the bytes, as was just asked.
  }

  #take(length: number): number {
    const at = this.#at
    if (length > this.#end - at) throw new WireError('The message ends within a field.')
    this.#at = at + length
    return at
  }
}
