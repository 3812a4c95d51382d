import type { Charter } from '@charter/charter'
import { developmentIssuer, type Environment, signingKeyFile } from '@charter/runtime/service'
import { developmentKeyOf } from './service-place.ts'

/** Who signs the development tokens of the project in a folder: its own key, which is made where there is none. */
export const developmentIssuerOf = async (
  folder: string,
  { name, crypto }: Pick<Charter, 'name' | 'crypto'>,
  env: Environment,
): ReturnType<typeof developmentIssuer> => {
  const { privateKey, publicKey } = await signingKeyFile(developmentKeyOf(folder, env), crypto)
  return developmentIssuer(privateKey, publicKey, name, Date.now)
}
