import { type AccessModel, type Json, type JsonObject, readingAt, readText, readValue } from '@charter/runtime'
import { UsageError } from './command.ts'

/** Of how somebody signed in: what `mfa:` asks for reads them, whatever the charter. */
const signIn: Readonly<Record<string, (text: string) => Json | undefined>> = {
  sub: (text) => (text === '' ? undefined : text),
  acr: (text) => text,
  amr: (text) => text.split(' ').filter(Boolean),
  auth_time: (text) => (/^\d{1,12}$/.test(text) ? Number(text) : undefined),
}

/** Claims as `name=value`, each of those that a service of the charter reads, in its type. Throws a UsageError for any other. */
export const givenClaims = (given: readonly string[], access: AccessModel): JsonObject =>
  Object.fromEntries(
    given.map((each): [string, Json] => {
      const [name = '', ...rest] = each.split('=')
      const text = rest.join('=')
      if (rest.length === 0) throw new UsageError(`--claim takes name=value, and "${each}" has no value.`)
      const attribute = access.principal.find(({ claim }) => claim === name)
      const texts = [access.tenantClaim, access.personClaim].filter((claim) => claim !== undefined)
      const known = [...access.principal.map(({ claim }) => claim), ...texts]
      const isKnown = known.includes(name) || Object.hasOwn(signIn, name)
      if (!isKnown)
        throw new UsageError(`No claim "${name}" is read. There is: ${[...known, ...Object.keys(signIn)].join(', ')}.`)
      const value = attribute ? typed(attribute, text) : texts.includes(name) ? text || undefined : signIn[name]?.(text)
      if (value === undefined)
        throw new UsageError(
          `"${text}" is no value of the claim ${name}${attribute ? `, of type ${attribute.type.kind}` : ''}.`,
        )
      return [name, value]
    }),
  )

const typed = ({ type }: AccessModel['principal'][number], text: string): Json | undefined => {
  const value = readText(type, text)
  return value === undefined ? undefined : readValue(type, value, '', readingAt(new Date().toISOString()))
}
