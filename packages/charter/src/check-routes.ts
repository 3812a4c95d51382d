import { credentialHeaders, type Type } from '@charter/runtime'
import type { Charter, Route } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'
import { atOperation } from './check-names.ts'
import { resolved } from './resolved.ts'

/** `routes`: addresses that there can be, and parts of a request that can be read. What is at one address twice, REST says. */
export const checkRoutes: CharterCheck = (charter, { report }) => {
  for (const route of charter.routes) {
    const at = atOperation(route)
    for (const why of [...whyNot(charter, route), ...unreadable(charter, route)])
      report('bad-route', at, { name: route.name, why })
    if (route.isOpen) report('open-route', at, { name: route.name, rights: route.rights })
  }
}

const whyNot = (charter: Charter, route: Route): readonly string[] => {
  const { path, verb, params, headers, body, answers, roles, isOpen, rights } = route
  const steps = path.split('/')
  const named = steps.filter((step) => step.startsWith(':'))
  const found: readonly (string | false)[] = [
    !charter.serves.includes('rest') && 'REST alone carries routes, and is not among `serves`',
    !steps.every((step) => /^(?::[a-z][A-Za-z0-9_]*|[A-Za-z0-9._~-]+)$/.test(step) && !/^\.{1,2}$/.test(step)) &&
      `\`${path}\` is no path like \`orders/:id/receipt\``,
    new Set(named).size < named.length && 'its path names a parameter twice',
    params.length > new Set(named).size &&
      `\`params\` has ${params.map(({ name }) => `\`${name}\``).join(', ')}, and its path not all of them`,
    params.some(({ isOptional, default: fallback }) => isOptional || fallback !== undefined) &&
      'what stands in a path is always there: no `optional`, no `default`',
    body !== undefined && (verb === 'GET' || verb === 'DELETE') && `a ${verb.toLowerCase()} takes no body`,
    body !== undefined &&
      body.bytesMax > charter.limits.bodyBytesMax &&
      `its body may be longer than \`limits.bodyBytesMax\` (${charter.limits.bodyBytesMax})`,
    body !== undefined && !mediaType.test(body.type) && `\`${body.type}\` is no media type, as \`text/csv\` is`,
    !answers.every((type) => mediaType.test(type)) && `it answers with what is no media type, as \`text/csv\` is`,
    answers.includes('multipart/x-mixed-replace') &&
      'parts of `multipart/x-mixed-replace` say their own types, which no policy of the answer holds for',
    new Set(answers).size < answers.length && 'it names a media type twice',
    headers.some((name) => !/^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name)) && 'it takes a header that can be none',
    headers.some((name) => kept.has(name)) &&
      `its code is given no ${headers.filter((name) => kept.has(name)).join(', ')}: what shows who calls stays with the service`,
    isOpen && roles.length > 0 && 'it is `open` to everybody, and has `roles`',
    isOpen &&
      rights === 'service' &&
      charter.access.tenancy !== undefined &&
      'it is `open`, so its rows would be those of no tenant',
    isOpen && charter.access.mfa.includes(route.name) && 'it is `open`, and `access.mfa` asks for a second factor',
  ]
  return found.filter((why) => why !== false)
}

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/

/** Headers that show who calls, or whose meaning is the connection's. */
const kept: ReadonlySet<string> = new Set([
  ...credentialHeaders,
  'connection',
  'cookie',
  'host',
  'proxy-authorization',
  'transfer-encoding',
])

/** Parameters are text: what has no spelling there cannot be one. */
const unreadable = (charter: Charter, { params, query }: Route): readonly string[] => {
  const isText = (type: Type): boolean =>
    !['record', 'union', 'map', 'json', 'vector', 'array', 'named'].includes(resolved(charter, type).kind)
  return [
    ...params.filter(({ type }) => !isText(type)),
    ...query.filter(({ type }) => !isText(type.kind === 'array' ? type.items : type)),
  ].map(({ name, type }) => `\`${name}\` is ${type.kind}, which has no spelling in an address`)
}
