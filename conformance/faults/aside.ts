import { engineAsides } from './asides/engine.ts'
import type { Guard } from './guards.ts'

/** Guards that are not judged here, and why: what they keep is seen by nobody who calls the service. */
export interface Aside {
  readonly reason: string
  readonly file: RegExp
  /** Absent: every guard of the file. */
  readonly text?: RegExp
}

const asides: readonly Aside[] = [
  ...engineAsides,
  {
    reason: 'needs a key service, a ledger, a validated provider or a page (their packages judge them)',
    file: /runtime\/service\/(?:protect\/keys\/(?!config)|protect\/(?:reseal|rotate)|ship\/|seal-reader|verify-replica-log|fips|telemetry|editing|grpc-relay)/,
  },
  {
    reason: 'a bug of ours: a name that the model itself says is not in it',
    file: /(?:runtime\/selection|graphql)\/directory\.ts$/,
    text: /^!found$/,
  },
  {
    reason: 'a bug of ours: an error that the reader of JSON does not throw is thrown on',
    file: /runtime\/parse-json\.ts$/,
    text: /^!\(error instanceof JsonSyntax\)$/,
  },
  {
    reason: 'relays calls of the development page, which is judged where it is made',
    file: /src\/grpc\/(?:relay|proto-json)/,
  },
  {
    reason: 'the type checker asks; the model and the surface were made together',
    file: /src\/(?:soap\/row|grpc\/decode)\.ts$/,
    text: /^!(?:found|plan)$/,
  },
  {
    reason: 'the type checker asks; the reader of XML tells no end of an element that did not begin',
    file: /src\/soap\/parse-xml\.ts$/,
    text: /^!closed$/,
  },
  {
    reason: 'of callers, which write what they are given with it; a service writes what its executor has made',
    file: /src\/soap\/(?:row|value|xml-name)\.ts$/,
    text: /^(?:!Array\.isArray\((?:items|value)\)|typeof value !== 'object' \|\| value === null \|\| Array\.isArray\(value\)|isFine)$/,
  },
  {
    reason: 'lists attributes for whoever compares contracts; a message’s are asked for by name',
    file: /src\/soap\/parse-xml\.ts$/,
    text: /^prefix !== 'xmlns'$/,
  },
  {
    reason: 'a bug is told as a bug and not as a message that cannot be read: without one there is nothing to see',
    file: /src\/grpc\/ask\.ts$/,
    text: /^!\(error instanceof WireError\)$/,
  },
]

/** Why a guard is set aside; null where it counts. */
export const asideOf = ({ file, text }: Guard): string | null =>
  asides.find((each) => each.file.test(file) && (each.text?.test(text) ?? true))?.reason ?? null
