/** Thrift's compact protocol, the part that Parquet's headers need: structs, lists, integers, text. */
export type Thrift =
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly text: string }
  | { readonly list: readonly Thrift[] }
  /** Fields by their id. */
  | { readonly struct: Readonly<Record<number, Thrift>> }

export const thriftBytes = (value: Thrift): Buffer => {
  if ('i32' in value) return zigzag(value.i32)
  if ('i64' in value) return zigzag(value.i64)
  if ('text' in value) {
    const bytes = Buffer.from(value.text)
    return Buffer.concat([varint(bytes.length), bytes])
  }
  if ('list' in value) return listBytes(value.list)
  let last = 0
  const fields = Object.entries(value.struct).flatMap(([id, field]) => {
    // Ids are given as the difference to the one before, which is 15 at most in Parquet.
    const header = Buffer.from([((Number(id) - last) << 4) | typeOf(field)])
    last = Number(id)
    return [header, thriftBytes(field)]
  })
  return Buffer.concat([...fields, Buffer.from([0])])
}

const listBytes = (list: readonly Thrift[]): Buffer => {
  const type = list[0] === undefined ? 12 : typeOf(list[0])
  const header = list.length < 15 ? Buffer.from([(list.length << 4) | type]) : Buffer.concat([Buffer.from([0xf0 | type]), varint(list.length)]) // biome-ignore format: one choice
  return Buffer.concat([header, ...list.map(thriftBytes)])
}

const typeOf = (value: Thrift): number => {
  if ('i32' in value) return 5
  if ('i64' in value) return 6
  if ('text' in value) return 8
  return 'list' in value ? 9 : 12
}

const zigzag = (value: number): Buffer => varint(value < 0 ? -2 * value - 1 : 2 * value)

/** Seven bits a byte, lowest first; of numbers up to 2^53. */
export const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
