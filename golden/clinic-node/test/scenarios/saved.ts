import type { Json } from '../../src/runtime/index.ts'

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

const fillText = (text: string, saved: Saved): Json => {
  const whole = /^\{\{(\w+)\}\}$/.exec(text)?.[1]
  if (whole !== undefined) return known(whole, saved)
  return text.replaceAll(reference, (_, name: string) => {
    const value = known(name, saved)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** A name that no step saved: the mistake is the scenario's own. */
const known = (name: string, saved: Saved): Json => {
  const value = saved[name]
  if (value === undefined) throw new Error(`no step before has saved "${name}"`)
  return value
}
