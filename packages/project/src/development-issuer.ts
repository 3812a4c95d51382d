import type { Charter } from '@charter/charter'
import { developmentIssuer, type Environment, signingKeyFile } from '@charter/runtime/service'
import { developmentKeyOf } from './service-place.ts'

/** Who signs the development tokens of the project in a folder: its own key, which is made where there is none. */
export const developmentIssuerOf = async (
  folder: string,
  { name, crypto, access }: Pick<Charter, 'name' | 'crypto' | 'access'>,
  env: Environment,
): ReturnType<typeof developmentIssuer> => {
  const pair = await signingKeyFile(developmentKeyOf(folder, env), crypto)
  return developmentIssuer({ ...pair, audience: name, personClaim: access.person?.claim, nowMs: Date.now })
}
