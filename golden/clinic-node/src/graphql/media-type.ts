/** How an answer goes out: two JSON media types, or a stream of events. */
export type MediaType = 'application/graphql-response+json' | 'application/json' | 'text/event-stream'

const offered: readonly MediaType[] = ['application/graphql-response+json', 'application/json', 'text/event-stream']

/**
 * The media type that the client likes best; null for none that is offered. Who says nothing is of the time before
 * `application/graphql-response+json` (GraphQL over HTTP, section 6.1).
 */
export const acceptedType = (accept: string | undefined): MediaType | null => {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'application/json'
  const ranges = accept.split(',').map(rangeOf)
  let best: { readonly type: MediaType; readonly quality: number } | null = null
  for (const { range, quality } of ranges) {
    const type =
      range === '*/*' || range === 'application/*' ? 'application/json' : offered.find((each) => each === range)
    if (type && quality > 0 && (best === null || quality > best.quality)) best = { type, quality }
  }
  return best?.type ?? null
}

/** RFC 9110 section 12.5.1. */
const rangeOf = (item: string): { readonly range: string; readonly quality: number } => {
  const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((each) => each.startsWith('q='))?.slice(2)
  const charset = parameters.find((each) => each.startsWith('charset='))?.slice(8) ?? 'utf-8'
  return { range, quality: charset === 'utf-8' || charset === 'utf8' ? Number(quality ?? 1) : 0 }
}
