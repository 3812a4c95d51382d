import { type Json, ownMember } from '../../src/runtime/index.ts'

/** What steps have kept so far, by name. */
export type Saved = Readonly<Record<string, Json>>

const reference = /\{\{(\w+)\}\}/g

/** Data with each `{{name}}` filled in: a text that is one whole reference becomes the value itself. */
export const filled = <Data>(data: Data, saved: Saved): Data => fill(data, saved) as Data

const fill = (data: unknown, saved: Saved): unknown => {
  if (typeof data === 'string') return fillText(data, saved)
  if (Array.isArray(data)) return data.map((each) => fill(each, saved))
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, fill(value, saved)]))
}

/** A name that no step saved stands for itself: texts of a charter may hold any. Scenarios that name one by mistake are told by `unsavedIn`. */
const fillText = (text: string, saved: Saved): Json => {
  const whole = ownMember(saved, /^\{\{(\w+)\}\}$/.exec(text)?.[1] ?? '')
  if (whole !== undefined) return whole
  return text.replaceAll(reference, (as, name: string) => {
    const value = ownMember(saved, name)
    return value === undefined ? as : typeof value === 'string' ? value : JSON.stringify(value)
  })
}
