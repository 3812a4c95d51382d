import { hasFiles, needsProtection } from '@charter/runtime'
import type { EmitContext } from '../emit-context.ts'

/** A variable of the environment that a service in production does not start without. */
export interface Setting {
  readonly name: string
  /** What it is, for whoever has to fill it in; one line of plain words. */
  readonly words: string
  readonly isSecret: boolean
}

/** What production needs beside a database, by what the charter declares. */
export const settingsOf = (emitting: EmitContext): readonly Setting[] => {
  const { charter, model } = emitting
  const isSigned = charter.access.accepts.some((way) => way === 'jwt' || way === 'oauth2')
  const sealed = model.atRest ? 'of what lies at rest' : needsProtection(model) ? 'of protected fields' : null
  return [
    { name: 'CHARTER_SECRET', words: '32 random bytes in base64url, the same for all replicas', isSecret: true },
    ...(isSigned
      ? [
          { name: 'JWT_ISSUER', words: 'who signs the tokens, and says where its keys are', isSecret: false },
          { name: 'JWT_AUDIENCE', words: 'whom the tokens are for', isSecret: false },
        ]
      : []),
    ...(sealed ? [{ name: 'CHARTER_KEYS', words: `the key service ${sealed}`, isSecret: false }] : []),
    ...(model.atRest && isInFile(emitting)
      ? [{ name: 'CHARTER_VOLUME', words: 'encrypted, where the volume of its data is', isSecret: false }]
      : []),
    // Replicas share them.
    ...(hasFiles(model) && needsServer(emitting)
      ? [{ name: 'FILES', words: 'where files lie, the same for all replicas: s3 and its bucket', isSecret: false }]
      : []),
  ]
}

/** Where a port of a service is, by its name. */
export const portsOf = ({ styles }: EmitContext): readonly { readonly name: string; readonly port: number }[] => [
  { name: 'http', port: 8080 },
  ...styles.flatMap(({ name, listener }) => (listener ? [{ name, port: listener.portDefault }] : [])),
]

/** Whether rows are on a server, so that replicas can share them. */
export const needsServer = ({ rows }: EmitContext): boolean => rows.driver.server !== null

/** Whether rows or state are. */
const isInFile = (emitting: EmitContext): boolean => !needsServer(emitting) || emitting.state?.driver.server === null

/** Members of a YAML mapping, a line each; a value that YAML would read as no text is in quotes. */
export const lines = (members: Readonly<Record<string, string>>, indent: string): string =>
  Object.entries(members)
    .map(([name, value]) => `${indent}${name}: ${/^\d+$/.test(value) ? `'${value}'` : value}\n`)
    .join('')
