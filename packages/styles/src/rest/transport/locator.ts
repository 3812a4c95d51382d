import { type JsonObject, ownMember, pathStep } from '@charter/runtime'

/** Fills a route's path with a row's key: `/api/patients/:id`. Null where the row was asked for without its key. */
export const locator = (address: string) => {
  const steps = address.split('/')
  const names = steps.flatMap((step) => (step.startsWith(':') ? [step.slice(1)] : []))
  return (row: JsonObject): string | null =>
    names.every((name) => (ownMember(row, name) ?? null) !== null)
      ? steps.map((step) => (step.startsWith(':') ? pathStep(row[step.slice(1)] ?? null) : step)).join('/')
      : null
}
