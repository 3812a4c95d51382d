import type { PageOperation, PagePlace, PageStyle, PageTemplate } from '@charter/page'

/** A request of a style as text, with values in the places of its inputs. */
export interface FilledRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The request of an operation in a style, or the sentence that says why there is none; null where the style has nothing to do with it. */
export const filledRequest = (
  style: PageStyle,
  { requests }: PageOperation,
  values: Readonly<Record<string, string>>,
): FilledRequest | string | null => {
  const request = requests[style.name]
  if (request === undefined || typeof request === 'string') return request ?? null
  return {
    method: request.method,
    target: fill(request.target, values),
    headers: style.headers[request.headers] ?? {},
    body: request.body && `${style.head}${fill(request.body, values)}${style.tail}`,
  }
}

const fill = (template: PageTemplate, values: Readonly<Record<string, string>>): string =>
  template.map((part) => (typeof part === 'string' ? part : place(part, values[part.input] ?? ''))).join('')

const place = ({ as, spelled }: PagePlace, value: string): string =>
  spelled && Object.hasOwn(spelled, value) ? (spelled[value] ?? '') : spellings[as](value)

const jsonLiteral = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

const spellings: Readonly<Record<PagePlace['as'], (value: string) => string>> = {
  uri: encodeURIComponent,
  string: (value) => JSON.stringify(value).slice(1, -1),
  literal: (value) => (jsonLiteral.test(value) ? value : JSON.stringify(value)),
  xml: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  raw: (value) => value,
}
