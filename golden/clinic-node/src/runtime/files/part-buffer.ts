/** Bytes of one segment that is sealed, of one block that is gathered, and of the beginning that tells a kind. */
export const blockBytes = 65_536

/** The bytes of the next part, gathered in blocks however small the pieces are in which they come; blocks are used again. */
export class PartBuffer {
  readonly #blocks: Buffer[] = []
  readonly #bytesMax: number
  #bytes = 0

  /** `bytesMax`: a whole number of blocks. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  get isFull(): boolean {
    return this.#bytes === this.#bytesMax
  }

  /** Takes as many bytes as there is room for, and gives their number. */
  take(piece: Uint8Array): number {
    let taken = 0
    while (taken < piece.length && !this.isFull) {
      const within = this.#bytes % blockBytes
      const block = this.#blockAt(Math.floor(this.#bytes / blockBytes))
      const part = piece.subarray(taken, taken + blockBytes - within)
      block.set(part, within)
      taken += part.length
      this.#bytes += part.length
    }
    return taken
  }

  /** All of them; theirs until `clear`. */
  pieces(): readonly Buffer[] {
    const full = Math.ceil(this.#bytes / blockBytes)
    return this.#blocks.slice(0, full).map((block, at) => block.subarray(0, this.#bytes - at * blockBytes))
  }

  clear(): void {
    this.#bytes = 0
  }

  #blockAt(index: number): Buffer {
    const known = this.#blocks[index]
    if (known) return known
    const made = Buffer.allocUnsafeSlow(blockBytes)
    this.#blocks.push(made)
    return made
  }
}
