import type { ServiceModel } from '../call/model.ts'

export interface AtRestConfig {
  /** The operator asks for it, whatever the charter says. */
  readonly isAsked: boolean
  /** The operator says that what lies under `CHARTER_DATA` and the databases in files are on an encrypted volume. */
  readonly isVolumeEncrypted: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** `CHARTER_AT_REST=encrypt`, `CHARTER_VOLUME=encrypted`. */
export const readAtRest = (env: Environment): AtRestConfig => ({
  isAsked: env.CHARTER_AT_REST === 'encrypt',
  isVolumeEncrypted: env.CHARTER_VOLUME === 'encrypted',
})

/** What is wrong with these settings, each with what to set. */
export const atRestMistakes = ({
  CHARTER_AT_REST: asked = '',
  CHARTER_VOLUME: volume = '',
}: Environment): readonly string[] => [
  ...(['', 'encrypt'].includes(asked) ? [] : [`CHARTER_AT_REST is "${asked}": set it to encrypt, or leave it out.`]),
  ...(['', 'encrypted'].includes(volume)
    ? []
    : [`CHARTER_VOLUME is "${volume}": set it to encrypted, or leave it out.`]),
]

/** Whether what a service keeps lies there sealed: either of the two who may ask for it is enough. */
export const isSealedAtRest = (
  { atRest }: { readonly atRest?: ServiceModel['atRest'] },
  { isAsked }: AtRestConfig,
): boolean => atRest === 'encrypt' || isAsked

/** What keeps rows or state of these databases from lying there sealed; null where nothing does. */
export const openDatabase = (
  urls: readonly string[],
  { isVolumeEncrypted }: Pick<AtRestConfig, 'isVolumeEncrypted'>,
): string | null => {
  const url = urls.find((each) => each !== '' && !isOnServer(each))
  return url === undefined || isVolumeEncrypted
    ? null
    : `Data at rest is to be sealed (\`atRest: encrypt\` in the charter, or CHARTER_AT_REST), and ${url} is a SQLite file, which cannot be. Put it and CHARTER_DATA on an encrypted volume (LUKS, FileVault, BitLocker, a cloud's encrypted disk) and say so with CHARTER_VOLUME=encrypted; or keep rows and state on a server.`
}

/** A file is named by its path, `file:` or `sqlite:`; a server by `scheme://`, which tells it from a drive of Windows. */
const isOnServer = (url: string): boolean => /^(?!file:|sqlite:)[a-z][a-z\d+.-]*:\/\//i.test(url)
