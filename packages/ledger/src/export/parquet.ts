import { type Thrift, thriftBytes, varint } from './thrift.ts'

/** A column of a flat table: whole numbers that are always there, or text that may be missing. */
export interface ParquetColumn {
  readonly name: string
  readonly type: 'integer' | 'text'
}

export type ParquetRow = readonly (number | string | null)[]

const magic = Buffer.from('PAR1')

/** Rows that are held before they are written. */
const rowGroupRows = 10_000

/** A table as Apache Parquet (parquet.apache.org/docs/file-format), plain and uncompressed, in groups of ten thousand rows. */
export async function* parquet(
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<ParquetRow>,
): AsyncGenerator<Buffer> {
  yield magic
  let offset = magic.length
  let rowCount = 0
  let held: ParquetRow[] = []
  const groups: Thrift[] = []
  const group = (): Buffer => {
    const chunks = columns.map((column, at) =>
      chunkOf(
        column,
        held.map((row) => row[at] ?? null),
      ),
    )
    const metadata = chunks.map(({ bytes, metadata: of }) => {
      const chunk = columnChunk(of, offset, bytes.length)
      offset += bytes.length
      return chunk
    })
    const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes))
    groups.push({ struct: { 1: { list: metadata }, 2: { i64: bytes.length }, 3: { i64: held.length } } })
    rowCount += held.length
    held = []
    return bytes
  }
  for await (const row of rows) {
    held.push(row)
    if (held.length === rowGroupRows) yield group()
  }
  if (held.length > 0) yield group()
  const footer = thriftBytes({
    struct: { 1: { i32: 1 }, 2: { list: schemaOf(columns) }, 3: { i64: rowCount }, 4: { list: groups } },
  })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  yield Buffer.concat([footer, length, magic])
}

const types = { integer: 2, text: 6 } as const
const [required, optional] = [0, 1]
const utf8 = 0

const schemaOf = (columns: readonly ParquetColumn[]): readonly Thrift[] => [
  { struct: { 4: { text: 'entries' }, 5: { i32: columns.length } } },
  ...columns.map(
    ({ name, type }): Thrift => ({
      struct: {
        1: { i32: types[type] },
        3: { i32: type === 'integer' ? required : optional },
        4: { text: name },
        ...(type === 'text' && { 6: { i32: utf8 } }),
      },
    }),
  ),
]

const [plain, rle] = [0, 3]

/** One page: the levels that say where a value is missing, then the values that are there. */
const chunkOf = (
  column: ParquetColumn,
  values: ParquetRow,
): { readonly bytes: Buffer; readonly metadata: Readonly<Record<number, Thrift>> } => {
  const present = values.filter((value) => value !== null)
  const content = column.type === 'integer' ? integers(present) : Buffer.concat([levels(values), texts(present)])
  const page = { 1: { i32: values.length }, 2: { i32: plain }, 3: { i32: rle }, 4: { i32: rle } }
  const header = thriftBytes({
    struct: { 1: { i32: 0 }, 2: { i32: content.length }, 3: { i32: content.length }, 5: { struct: page } },
  })
  const metadata = {
    1: { i32: types[column.type] },
    2: { list: [{ i32: plain }, { i32: rle }] },
    3: { list: [{ text: column.name }] },
    4: { i32: 0 },
    5: { i64: values.length },
  }
  return { bytes: Buffer.concat([header, content]), metadata }
}

const columnChunk = (metadata: Readonly<Record<number, Thrift>>, offset: number, length: number): Thrift => ({
  struct: {
    2: { i64: offset },
    3: { struct: { ...metadata, 6: { i64: length }, 7: { i64: length }, 9: { i64: offset } } },
  },
})

/** A bit for each value, eight to a byte, as one bit-packed run (Parquet's RLE hybrid) behind its length. */
const levels = (values: ParquetRow): Buffer => {
  const bits = Buffer.alloc(Math.ceil(values.length / 8))
  for (const [at, value] of values.entries()) if (value !== null) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at % 8))
  const run = Buffer.concat([varint(bits.length * 2 + 1), bits])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(run.length)
  return Buffer.concat([length, run])
}

const integers = (values: ParquetRow): Buffer => {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [at, value] of values.entries()) bytes.writeBigInt64LE(BigInt(value ?? 0), 8 * at)
  return bytes
}

const texts = (values: ParquetRow): Buffer =>
  Buffer.concat(
    values.flatMap((value) => {
      const text = Buffer.from(String(value))
      const length = Buffer.alloc(4)
      length.writeUInt32LE(text.length)
      return [length, text]
    }),
  )
