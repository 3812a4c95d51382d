import { type Json, type JsonObject, problem } from '../runtime/index.ts'
import type { Asked } from './ask.ts'
import type { Decode } from './decode.ts'
import type { MethodPlan } from './surface.ts'
import { WireError } from './wire-reader.ts'

/** Reads what is asked of a file's bytes, or said before they come: the members beside the key are the input's value. */
export const fileAsker =
  (decode: Decode, method: MethodPlan): ((bytes: Buffer) => Asked) =>
  (bytes) => {
    try {
      const { value, errors } = decode(method.request, bytes)
      const given = value as JsonObject
      const asked = (method.kind === 'sendFile' ? given.value : given) as JsonObject | undefined
      if (!asked) return unread(beginFirst)
      const { key = {}, etag, ...said } = asked
      for (const member of ['offset', 'length', 'size'])
        if (Number(said[member] ?? 0) < 0)
          errors.push({ path: `/${member}`, code: 'too-small', message: 'Give 0 or more.' })
      if (!isDigest(said.digest))
        errors.push({ path: '/digest', code: 'format', message: 'Give sha256: and 64 digits of hexadecimal.' })
      return {
        input: { key: key as JsonObject, value: said },
        ...(typeof etag === 'string' && { etag }),
        ...(errors.length > 0 && { unreadable: problem('invalid-input', { errors: [...errors] }) }),
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      return unread(error.message)
    }
  }

const unread = (detail: string): Asked => ({ input: {}, unreadable: problem('malformed', { detail }) })

const isDigest = (text: Json | undefined): boolean => text === undefined || /^sha256:[0-9a-f]{64}$/.test(String(text))

/** Of a stream that brings bytes. */
export const beginFirst = 'The first message is `begin`, which says what file it is; those after it hold `data`.'
