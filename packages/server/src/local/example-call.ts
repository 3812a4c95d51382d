import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { type Contrast, contrastOf, mintTokens } from '@charter/project/start'
import { derive } from '@charter/service'
import { soundCharter } from '../versions/check-text.ts'
import type { Example } from './open-example.ts'
import { dataOf } from './open-local.ts'

/** A call that the example answers, and one that it refuses, with what it answered to both. */
export interface ExampleCall {
  readonly contrast: Contrast | null
  /** A development token of each role. */
  readonly tokens: Readonly<Record<string, string>>
}

/** What a service put there is read by whoever it runs for: never through a link of its making. Throws where it is one. */
const requirePlain = (folder: string, file: string): void => {
  if (!lstatSync(folder).isDirectory() || !lstatSync(file).isFile())
    throw new Error(`${file} was put in another’s place by the service.`)
}

/** Asks the example. */
export const exampleCall = async (
  folder: string,
  { environment, version, deployment }: Example,
): Promise<ExampleCall> => {
  const { charter, loaded } = soundCharter(version.text, version.lock)
  const derived = derive(charter, connectors, loaded.document.lock)
  const data = dataOf(folder, environment.id)
  requirePlain(join(data, 'keys'), join(data, 'keys', 'development.pem'))
  const tokens = await mintTokens({ derived, folder: data }, { CHARTER_DATA: data })
  return {
    tokens,
    contrast: deployment.address === null ? null : await contrastOf(derived, deployment.address, tokens),
  }
}
