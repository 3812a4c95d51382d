/** The request of one style with what was filled in, as it is sent. */
export const spell = (style, operation, values) => {
  const request = operation.requests[style.name]
  const body = request.body && `${style.head}${fill(request.body, values)}${style.tail}`
  return {
    method: request.method,
    target: fill(request.target, values),
    headers: style.headers[request.headers] ?? {},
    body,
    missing: missing(operation, request, values),
  }
}

const fill = (template, values) =>
  template.map((part) => (typeof part === 'string' ? part : place(part, values[part.input] ?? ''))).join('')

const place = ({ as, spelled }, value) =>
  spelled && Object.hasOwn(spelled, value) ? spelled[value] : spellings[as](value)

const jsonLiteral = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

const spellings = {
  uri: encodeURIComponent,
  raw: (value) => value,
  string: (value) => JSON.stringify(value).slice(1, -1),
  literal: (value) => (jsonLiteral.test(value) ? value : JSON.stringify(value)),
  xml: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
}

/** Changed inputs that this style has no place for: it would send the example's value. */
const missing = ({ inputs }, { target, body }, values) => {
  const placed = new Set([...target, ...(body ?? [])].map(({ input }) => input))
  return inputs.filter(({ name, initial }) => !placed.has(name) && values[name] !== initial).map(({ label }) => label)
}

/** A request as plain text, to edit: first line, then its body. */
export const requestText = ({ method, target, body }) => `${method} ${target}${body === null ? '' : `\n\n${body}`}`

/** What an edited text asks for. */
export const fromText = (text, { headers }) => {
  const [, line, body] = /^([^\n]*)(?:\n\n?([\s\S]*))?$/.exec(text) ?? []
  const [method = 'GET', ...target] = (line ?? '').trim().split(' ')
  return { method, target: target.join(' '), headers, body: body ? body : null, missing: [] }
}
