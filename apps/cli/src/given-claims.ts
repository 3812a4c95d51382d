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
export const givenClaims = (texts: readonly string[], { principal, tenantClaim }: AccessModel): JsonObject =>
  Object.fromEntries(
    texts.map((given): [string, Json] => {
      const [name = '', ...rest] = given.split('=')
      const text = rest.join('=')
      if (rest.length === 0) throw new UsageError(`--claim takes name=value, and "${given}" has no value.`)
      const attribute = principal.find(({ claim }) => claim === name)
      const known = [...principal.map(({ claim }) => claim), ...(tenantClaim === undefined ? [] : [tenantClaim])]
      const isKnown = attribute !== undefined || name === tenantClaim || Object.hasOwn(signIn, name)
      if (!isKnown)
        throw new UsageError(`No claim "${name}" is read. There is: ${[...known, ...Object.keys(signIn)].join(', ')}.`)
      const value = attribute ? typed(attribute, text) : name === tenantClaim ? text || undefined : signIn[name]?.(text)
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
