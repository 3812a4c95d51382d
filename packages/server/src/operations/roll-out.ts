import { NotRolledOut, saidText, type Target } from '@charter/deploy'
import type { Rows, ServiceConfig } from '@charter/runtime/service'
import type { Blobs } from '../blobs/blobs.ts'
import type { Entities, Internal, RollOutBody } from '../charter.gen.ts'
import { settingsOf } from '../deployments/settings-of.ts'
import { testsMissing } from '../deployments/tests-missing.ts'
import { voidWaiting } from '../deployments/void-waiting.ts'
import type { PlatformLedger } from '../ledger/open-ledger.ts'
import { isSigned } from '../releases/is-signed.ts'
import type { ReleaseSigner } from '../releases/release-signer.ts'
import type { PlatformTelemetry } from '../telemetry/open-telemetry.ts'
import { listenersIn } from '../versions/listeners-in.ts'

export interface RollOutPorts {
  readonly blobs: Blobs
  readonly target: Target
  readonly signer: ReleaseSigner
  /** As the platform itself runs, so do its services. */
  readonly mode: ServiceConfig['mode']
  /** Ranges of one's own network that services may connect to, and sources be in. */
  readonly ranges: readonly string[]
  /** Where the record of services is. */
  readonly ledger: Pick<PlatformLedger, 'at' | 'variables' | 'take'>
  /** Where they say how their calls go. */
  readonly telemetry: Pick<PlatformTelemetry, 'at' | 'variables'>
}

/** Brings an approved deployment to its target, where all is still as it was when it was approved; else it is void. */
export const rollOut =
  ({ blobs, target, signer, mode, ranges, ledger, telemetry }: RollOutPorts): RollOutBody =>
  async ({ row: deployment }, { rows, step, once, fail }) => {
    const { id, environmentId, replacesId } = deployment
    const release = await rows.read('Release', { id: deployment.releaseId })
    const version = release && (await rows.read('Version', { id: release.versionId }))
    const environment = await rows.read('Environment', { id: environmentId })
    const settings = environment && (await settingsOf(rows, environment))
    const isSame = await step('rolling', async (context) => {
      // What it was asked for was changed, and whoever did that said so.
      if ((await context.rows.read('Deployment', { id }))?.state !== 'approved') return false
      const there = await context.rows.list('Deployment', { where: { environmentId, state: { in: [...answering] } } })
      const isAsApproved =
        release?.digest === deployment.releaseDigest &&
        isSigned(signer, release) &&
        settings?.digest === deployment.settingsDigest &&
        isReplaced(there, replacesId) &&
        (await isTested(context.rows, environment, deployment, signer))
      if (isAsApproved) await context.operations.rollDeployment({ id })
      else await context.operations.voidDeployment({ id })
      return isAsApproved
    })
    if (!isSame || !release || !version || !settings)
      return fail(
        'changed',
        'Since it was asked for, another deployment took its place, what its environment says was changed, or a test of its release failed: ask anew.',
      )
    const { digest, parts } = release
    const rolled = await once('roll out', () => {
      // Whoever goes on with what died on the way reads settings anew: what was said meanwhile nobody let.
      if (settings.digest !== deployment.settingsDigest)
        return Promise.resolve(failureIn(new NotRolledOut(saidMeanwhile, null)))
      return target
        .rollOut({
          id,
          environment: {
            id: environmentId,
            variables: {
              ...telemetry.variables(id, settings.variables),
              ...settings.variables,
              ...ledger.variables(environmentId),
              CHARTER_MODE: mode,
            },
            reaches: settings.reaches,
            ranges,
            own: [ledger.at, telemetry.at],
          },
          listeners: listenersIn(version.text),
          keepsRecord: true,
          digest,
          parts,
          read: (part) => blobs.read(part.digest),
        })
        .then(async ({ address, listeners = {}, recordKey }) => {
          if (recordKey !== undefined) await ledger.take(environmentId, recordKey).catch(ending(target, id))
          return { address, listeners }
        })
        .catch(failureIn)
    })
    if ('failed' in rolled) {
      await step('failing', async (context) => {
        if (rolled.lastWords !== null) await context.rows.update('Deployment', { id }, { lastWords: rolled.lastWords })
        await context.operations.failDeployment({ id })
      }).catch(async (error: unknown) => {
        // It fails also where no row takes what it said.
        await step('failing, and no more said', ({ operations }) => operations.failDeployment({ id }))
        throw error
      })
      return fail('not-healthy', rolled.failed)
    }
    await step('healthy', async (context) => {
      await context.rows.update(
        'Deployment',
        { id },
        { address: rolled.address, listeners: listenersOf(rolled.listeners), healthyAt: context.now },
      )
      await endReplaced(context, deployment)
      await context.operations.settleDeployment({ id })
      await voidWaiting(context, [environmentId])
    })
    return { address: rolled.address }
  }

const isTested = async (
  rows: Pick<Rows<Entities>, 'read' | 'list'>,
  environment: Entities['Environment']['row'] | null,
  deployment: Entities['Deployment']['row'],
  signer: ReleaseSigner,
): Promise<boolean> => {
  const { returnsToId } = deployment
  const returnsTo = returnsToId === null ? null : await rows.read('Deployment', { id: returnsToId })
  return environment !== null && (await testsMissing(rows, { environment, deployment, returnsTo }, signer)).length === 0
}

interface Failure {
  /** Every viewer reads it. */
  readonly failed: string
  readonly lastWords: string | null
}

const failureIn = (error: unknown): Failure =>
  error instanceof NotRolledOut
    ? {
        failed: saidText(error.message, 1000),
        lastWords: saidText(error.lastWords ?? '', 2000) || null,
      }
    : { failed: saidText(error instanceof Error ? error.message : String(error), 1000), lastWords: null }

const listenersOf = (listeners: Readonly<Record<string, string>>): Entities['Deployment']['row']['listeners'] =>
  Object.entries(listeners).map(([style, address]) => ({ style, address }))

/** What nobody takes the record of does not run. */
const ending =
  (target: Pick<Target, 'stop'>, id: string) =>
  async (error: unknown): Promise<never> => {
    await target.stop(id)
    throw error
  }

const saidMeanwhile = 'What its environment says was changed while it was rolled out: ask anew.'

/** What answered until now says what it was: in another's place, or taken back. */
const endReplaced = async (
  { rows, operations }: { readonly rows: Pick<Rows<Entities>, 'read'>; readonly operations: Internal },
  { replacesId, undoesId }: Entities['Deployment']['row'],
): Promise<void> => {
  const undone = undoesId === null ? null : await rows.read('Deployment', { id: undoesId })
  if (undone && endable.has(undone.state)) await operations.rollBackDeployment({ id: undone.id })
  if (replacesId !== null && replacesId !== undone?.id) await operations.replaceDeployment({ id: replacesId })
}

const endable: ReadonlySet<string> = new Set(['healthy', 'failing'])

const answering = ['rolling', 'healthy'] as const

/** Whether what is there is what was to be replaced, and nothing else is on its way. */
const isReplaced = (there: readonly Entities['Deployment']['row'][], replacesId: string | null): boolean =>
  replacesId === null ? there.length === 0 : there.length === 1 && there[0]?.id === replacesId
