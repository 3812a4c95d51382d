import { ProblemError, problem } from '@charter/runtime'
import type { AwsCredentials } from '@charter/runtime/service'
import type { NoteKey } from '../checkpoint/note.ts'
import { fileWitness } from '../witness/file-witness.ts'
import { remoteLedgerWitness } from '../witness/remote-ledger-witness.ts'
import { openBucket } from '../witness/s3/bucket.ts'
import { s3Witness } from '../witness/s3/s3-witness.ts'
import { sendTo } from '../witness/time-stamp/send.ts'
import { timeStampWitness } from '../witness/time-stamp/time-stamp-witness.ts'
import type { Witness } from '../witness/witness.ts'
import type { LedgerSettings, WitnessSettings } from './settings.ts'

/** The witnesses that settings name, of the ledger with this key. */
export const openWitnesses = (
  { witnesses, administrator }: Pick<LedgerSettings, 'witnesses' | 'administrator'>,
  key: NoteKey,
): readonly Witness[] => witnesses.map((each) => openWitness(each, { key, ledgerAdministrator: administrator }))

interface Witnessed {
  readonly key: NoteKey
  readonly ledgerAdministrator: string
}

const openWitness = (settings: WitnessSettings, witnessed: Witnessed): Witness => {
  const { administrator } = settings
  switch (settings.kind) {
    case 'file':
      return fileWitness({ ...witnessed, administrator, file: settings.file })
    case 's3': {
      const { endpoint, bucket, region, prefix, retainDays } = settings
      const opened = openBucket({ endpoint, bucket, region, credentials, nowMs: Date.now })
      return s3Witness({ ...witnessed, administrator, bucket: opened, bucketName: bucket, prefix, retainMs: retainDays * 86_400_000, nowMs: Date.now }) // biome-ignore format: one call
    }
    case 'ledger':
      return remoteLedgerWitness({ ...witnessed, administrator, url: settings.url, witnessKey: settings.key })
    case 'time-stamp':
      return timeStampWitness({ ...witnessed, administrator, file: settings.file, roots: [settings.root], send: sendTo(settings.url) }) // biome-ignore format: one call
  }
}

/** From the environment, as the tools of AWS take them. */
const credentials = (): AwsCredentials => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new ProblemError(
      problem('unavailable', {
        detail: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket that witnesses.',
      }),
    )
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  }
}
