import { join } from 'node:path'
import { folderBlobs } from '../blobs/blobs.ts'
import { folderSecrets, type PlatformSecrets, secretNames } from '../secrets/platform-secrets.ts'
import { CareFault } from './care-fault.ts'
import { blobsIn } from './copy-blobs.ts'
import { openSharedPlace, type SharedPlaceOptions } from './shared-place.ts'

export interface MovedShared {
  /** How many blobs were read again there, each by its digest. */
  readonly blobs: number
  /** How many secrets were sealed there, opened again and compared. */
  readonly secrets: number
}

/** Takes parts of releases and the secrets that servers agree on from a folder to PostgreSQL. Rejects with a CareFault. */
export const moveShared = async (options: SharedPlaceOptions): Promise<MovedShared> => {
  const place = await openSharedPlace(options)
  try {
    const blobs = folderBlobs(join(options.folder, 'blobs'))
    const digests = await digestsIn(options.folder)
    for (const digest of digests) {
      await place.blobs.put(await blobs.read(digest))
      await place.blobs.read(digest)
    }
    await moveSecrets(folderSecrets(join(options.folder, 'keys')), place.secrets)
    return { blobs: digests.length, secrets: Object.keys(secretNames).length }
  } finally {
    await place.close()
  }
}

const digestsIn = async (folder: string): Promise<readonly string[]> =>
  (await blobsIn(folder)).map((path) => `sha256:${path.slice('blobs/'.length).replace('/', '')}`)

/** There they are taken from the folder, unless others were made before. */
const moveSecrets = async (here: PlatformSecrets, there: PlatformSecrets): Promise<void> => {
  const [ours, theirs] = [await digestsOf(here), await digestsOf(there)]
  if (ours.every((each, at) => each === theirs[at])) return
  throw new CareFault('The database has secrets of another platform already. Give one that is empty.')
}

const digestsOf = async (secrets: PlatformSecrets): Promise<readonly string[]> => {
  const pairs = [await secrets.ofTokens(), await secrets.ofReleases()]
  return [
    Buffer.from(await secrets.ofPeople()).toString('base64url'),
    ...pairs.map(({ privateKey }) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
  ]
}
