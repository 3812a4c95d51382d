import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { type Contrast, contrastOf, mintTokens } from '@charter/project/start'
import { derive } from '@charter/service'
import type { Entities } from '../charter.gen.ts'
import { soundCharter } from '../versions/check-text.ts'
import { answersWithin } from './answers-within.ts'
import { dataOf, logOf } from './open-local.ts'
import { pageOf } from './page-of.ts'

/** How a service of this machine is called: a call that it answers and one that it refuses, with what it answered to both. */
export interface ServiceCall {
  readonly contrast: Contrast | null
  /** A development token of each role. */
  readonly tokens: Readonly<Record<string, string>>
  /** Where every operation is run by hand. */
  readonly page: string | undefined
}

/** What answers in an environment of this machine. */
export interface ServiceDeployed {
  readonly version: Entities['Version']['row']
  readonly deployment: Entities['Deployment']['row']
}

/** What a service put there is read by whoever it runs for: never through a link of its making. Throws where it is one. */
const requirePlain = (folder: string, file: string): void => {
  if (!lstatSync(folder).isDirectory() || !lstatSync(file).isFile())
    throw new Error(`${file} was put in another’s place by the service.`)
}

/** One that is healthy answers at once; one that was ended with its platform begins again with it. */
const answersMs = 60_000

/** Asks the service. Null where it does not answer, or takes no development tokens. */
export const serviceCall = async (
  folder: string,
  { version, deployment }: ServiceDeployed,
): Promise<ServiceCall | null> => {
  const { address } = deployment
  const data = dataOf(folder, deployment.environmentId)
  const key = join(data, 'keys', 'development.pem')
  if (address === null || !existsSync(key) || !(await answersWithin(address, answersMs))) return null
  requirePlain(join(data, 'keys'), key)
  const { charter, loaded } = soundCharter(version.text, version.lock)
  const derived = derive(charter, connectors, loaded.document.lock)
  const tokens = await mintTokens({ derived, folder: data }, { CHARTER_DATA: data })
  return {
    tokens,
    contrast: await contrastOf(derived, address, tokens),
    page: pageOf(logOf(folder, deployment.id), address),
  }
}
