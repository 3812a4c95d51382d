/** Bytes of messages, as they are wanted on the wire, right or wrong (protobuf.dev/programming-guides/encoding). */
export const varint = (value: number | bigint): Buffer => {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Buffer.from([...bytes, Number(rest)])
}

export const wireTypes = { varint: 0, fixed64: 1, length: 2, group: 3, fixed32: 5 } as const

export const tag = (number: number, type: keyof typeof wireTypes): Buffer =>
  varint(BigInt(number) * 8n + BigInt(wireTypes[type]))

export const integer = (number: number, value: number | bigint): Buffer =>
  Buffer.concat([tag(number, 'varint'), varint(value)])

/** Text, bytes or a message. */
export const lengthy = (number: number, content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([tag(number, 'length'), varint(bytes.length), bytes])
}

/** A message as gRPC frames it, in base64 as a step has it. */
export const framed = (message: Buffer, flag = 0): string => {
  const head = Buffer.alloc(5)
  head.writeUInt8(flag)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message]).toString('base64')
}
