import { connectors } from './asides/connectors.ts'
import { engineAsides } from './asides/engine.ts'
import { fileAsides } from './asides/files.ts'
import { goingOnAsides } from './asides/going-on.ts'
import { othersAsides } from './asides/others.ts'
import { serviceAsides } from './asides/service.ts'
import { transports } from './asides/transports.ts'
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
  ...serviceAsides,
  ...fileAsides,
  ...goingOnAsides,
  ...othersAsides,
  {
    reason: 'needs a key service, a ledger, a validated provider or a page (their packages judge them)',
    file: /runtime\/(?:protect\/(?:keys\/(?!config|call)|reseal|rotate)|record\/(?:ship\/(?!config)|seal-reader|verify-replica-log)|host\/telemetry)|src\/development\/(?:editing|relay)/,
  },
  {
    reason: 'of a key service that fails (protect/keys/providers.test.ts)',
    file: /runtime\/protect\/keys\/call\.ts$/,
  },
  {
    reason: 'needs a key service, a ledger, a validated provider or a page (their packages judge them)',
    file: /runtime\/record\/audit-recorder\.ts$/,
    text: /^(?!isFull\(spool\)$).*spool/,
  },
  {
    reason: 'a bug of ours: a name that the model itself says is not in it',
    file: /runtime\/selection\/directory\.ts$/,
    text: /^!found$/,
  },
  {
    reason: 'a bug of ours: an error that the reader of JSON does not throw is thrown on',
    file: /runtime\/values\/parse-json\.ts$/,
    text: /^!\(error instanceof JsonSyntax\)$/,
  },
  {
    reason: 'of an assertion whose attributes are no ASCII names (identity/saml/xml.test.ts)',
    file: /runtime\/identity\/saml\/xml\.ts$/,
    text: /^!written\.every\(\(\{ name \}\) => qualified\.test\(name\)\)$/,
  },
  {
    reason: 'of more than fifty moves from one state (packages/service/src/states.test.ts)',
    file: /runtime\/execute\/move\.ts$/,
    text: /^50$/,
  },
  {
    reason: 'only saves time: nothing is written of no lines',
    file: /runtime\/settings\/log-output\.ts$/,
    text: /^waiting\.length === 0$/,
  },
  {
    reason: 'only shapes a sentence: what stands beside the root is refused as all that is not well-formed',
    file: /runtime\/identity\/saml\/xml\.ts$/,
    text: /^message\.includes\('outside of root'\)$/,
  },
  {
    reason: 'only shapes a sentence: a weak key is among none that are believed',
    file: /runtime\/identity\/jwks\.ts$/,
    text: /^weakness !== null$/,
  },
  {
    reason:
      'a mistake of who composes a service: rows in no SQL database, and state in one (store/sql-transaction.test.ts)',
    file: /sql-store\/sql-transaction\.ts$/,
    text: /^!\('run' in transaction\)$/,
  },
  ...transports,
  ...connectors,
]

/** Why a guard is set aside; null where it counts. */
export const asideOf = ({ file, text, isAssertion }: Guard): string | null =>
  isAssertion && !ofOutside.test(file) ? assertion : asideIn(file, text)

/** What is not there here is what somebody else has sent. */
const ofOutside = /src\/postgresql\/address\.ts$/

const assertion = 'a bug of ours: what the model or the code itself says is there is not (the type checker asks)'

/** Asides that no guard matches any more: the source has moved on. */
export const staleAsides = (guards: readonly Guard[]): readonly Aside[] =>
  asides.filter((aside) => !guards.some(({ file, text }) => matches(aside, file, text)))

const asideIn = (file: string, text: string): string | null =>
  asides.find((aside) => matches(aside, file, text))?.reason ?? null

const matches = (aside: Aside, file: string, text: string): boolean =>
  aside.file.test(file) && (aside.text?.test(text) ?? true)
