import { type Figure, figuresIn, type Taken } from './figures-in.ts'
import type { Message } from './message.ts'
import { metricsRequest, saidMax, tracesRequest } from './otlp-messages.ts'
import { metricsShape, tracesShape } from './otlp-shape.ts'
import { TooMuch, Unreadable } from './push-fault.ts'
import { readJson } from './read-json.ts'
import { readProtobuf } from './read-protobuf.ts'
import { type SaidSpan, spansIn } from './spans-in.ts'

/** How a push is written (OTLP over HTTP): `application/x-protobuf`, `application/json`. */
export type Encoding = 'protobuf' | 'json'

/** The figures of a push of metrics. Throws TooMuch of what is too many, Unreadable of what is none. */
export const readMetrics = (bytes: Uint8Array, encoding: Encoding, nowMs: number): Taken<Figure> => {
  const metrics = readable(() => metricsShape.parse(valueIn(bytes, encoding, metricsRequest)))
  refuseMore(metrics.reduce((sum, { histogram }) => sum + (histogram?.dataPoints.length ?? 0), 0))
  return figuresIn(metrics, nowMs)
}

/** The calls of a push of spans, likewise. */
export const readTraces = (bytes: Uint8Array, encoding: Encoding, nowMs: number): Taken<SaidSpan> => {
  const spans = readable(() => tracesShape.parse(valueIn(bytes, encoding, tracesRequest)))
  refuseMore(spans.length)
  return spansIn(spans, nowMs)
}

const readable = <Said>(read: () => Said): Said => {
  try {
    return read()
  } catch (error) {
    throw error instanceof TooMuch ? error : new Unreadable('It is no push.', { cause: error })
  }
}

const refuseMore = (count: number): void => {
  if (count > saidMax) throw new TooMuch()
}

const valueIn = (bytes: Uint8Array, encoding: Encoding, message: Message): unknown => {
  if (encoding === 'protobuf') return readProtobuf(bytes, message)
  refuseManyParts(bytes)
  return readJson(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), message)
}

const partsMax = 300_000
const parts: ReadonlySet<number> = new Set(Buffer.from('{[,'))

/** Each may become an object: they are counted before there are any. */
const refuseManyParts = (bytes: Uint8Array): void => {
  let count = 0
  for (const byte of bytes) if (parts.has(byte) && ++count > partsMax) throw new TooMuch()
}
