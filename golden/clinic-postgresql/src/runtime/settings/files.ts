import { isPlainUrl, isSafeUrl } from './addresses.ts'

/** Where the bytes of files lie. */
export type FilesConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      /** Before every key: nothing, or ends with `/`. */
      readonly prefix: string
      readonly endpoint: string
      readonly region: string
      /** Whether it keeps to `If-None-Match: *`. */
      readonly hasConditionalWrites: boolean
    }

type Environment = Readonly<Record<string, string | undefined>>

const place = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([a-z0-9/-]*))?$/

/**
 * `FILES`: a folder, `{data}` in it the data folder, or `s3://bucket/prefix` with `FILES_S3_REGION`, `FILES_S3_ENDPOINT` where it is not AWS's, and
 * `FILES_S3_CONDITIONAL=false` where that knows no conditional writes. Without it a folder of the data folder.
 */
export const readFiles = (env: Environment, dataFolder: string): FilesConfig => {
  const FILES = env.FILES || '{data}/files'
  const [, bucket, prefix = ''] = place.exec(FILES) ?? []
  if (bucket === undefined) return { kind: 'folder', folder: FILES.replace('{data}', () => dataFolder) }
  const region = regionOf(env)
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`,
    region,
    endpoint: env.FILES_S3_ENDPOINT || `https://s3.${region}.amazonaws.com`,
    hasConditionalWrites: env.FILES_S3_CONDITIONAL !== 'false',
  }
}

const regionOf = (env: Environment): string => env.FILES_S3_REGION || env.AWS_REGION || 'us-east-1'

/** What is wrong with these settings, each with what to set. */
export const fileMistakes = (env: Environment): readonly string[] => {
  const { FILES = '', FILES_S3_ENDPOINT: endpoint = '', FILES_S3_CONDITIONAL: conditional = '' } = env
  return [
    ...(/^[a-z0-9]+:/.test(FILES) && !place.test(FILES)
      ? [`FILES is a folder, or s3://bucket/prefix of a-z, 0-9, - and /, and not "${FILES}".`]
      : []),
    ...(endpoint === '' || (isSafeUrl(endpoint) && isPlainUrl(endpoint))
      ? []
      : ['FILES_S3_ENDPOINT must be an https address (http only on loopback).']),
    ...(['', 'true', 'false'].includes(conditional)
      ? []
      : [`FILES_S3_CONDITIONAL is "${conditional}": set it to false, or leave it out.`]),
  ]
}
