import { type JsonObject, textOf } from '../runtime/index.ts'

/** Fills a route's path with a row's key: `/api/patients/:id`. */
export const locator = (address: string) => {
  const steps = address.split('/')
  return (row: JsonObject): string =>
    steps
      .map((step) => (step.startsWith(':') ? encodeURIComponent(textOf(row[step.slice(1)] ?? null)) : step))
      .join('/')
}
