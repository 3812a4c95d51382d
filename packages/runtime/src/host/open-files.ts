import { hasFiles, type ServiceModel } from '../call/model.ts'
import type { ExecutorOptions } from '../execute/call-engine.ts'
import { folderObjects } from '../files/folder-objects.ts'
import type { ObjectStore } from '../files/object-store.ts'
import { s3Objects } from '../files/s3/s3-objects.ts'
import { awsCredentialsIn, type Environment } from '../protect/keys/config.ts'
import type { AwsCredentials } from '../protect/keys/sign-aws-request.ts'
import type { Protection } from '../protect/protection.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { FilesConfig } from '../settings/files.ts'

export interface OpenFilesOptions {
  readonly model: ServiceModel
  readonly config: FilesConfig
  readonly env: Environment
  readonly protection: Protection | null
  readonly isAtRest: boolean
  readonly nowMs: () => number
}

/** Where the files of a service lie; null where no field is one. Throws a ConfigError where what it needs is not said. */
export const openFiles = ({
  model,
  config,
  env,
  protection,
  isAtRest,
  nowMs,
}: OpenFilesOptions): NonNullable<ExecutorOptions['filesIn']> | null => {
  if (!hasFiles(model)) return null
  return {
    objects: objectsOf(config, env, nowMs),
    keyring: protection?.keyring ?? null,
    isAtRest,
  }
}

const objectsOf = (config: FilesConfig, env: Environment, nowMs: () => number): ObjectStore => {
  if (config.kind === 'folder') return folderObjects(config.folder)
  // Whatever is missing is said before anything is served.
  credentialsIn(env)
  return s3Objects({ ...config, credentials: () => credentialsIn(env), nowMs })
}

const credentialsIn = (env: Environment): AwsCredentials => {
  const credentials = awsCredentialsIn(env)
  if (!credentials.accessKeyId || !credentials.secretAccessKey)
    throw new ConfigError('FILES is in S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or each with _FILE.')
  return credentials
}
