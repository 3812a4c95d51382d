import { type InputErrors, type Json, parseJson } from '../runtime/index.ts'

/** The JSON of a `filter` parameter; undefined with what is wrong in `errors`. */
export const parseFilterText = (text: string, errors: InputErrors): Json | undefined => {
  const parsed = parseJson(text)
  if ('value' in parsed) return parsed.value
  errors.pushAll(parsed.errors)
  return undefined
}
