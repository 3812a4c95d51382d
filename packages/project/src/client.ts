import { connectors } from '@charter/connectors'
import { typescriptClient } from '@charter/languages'
import type { JsonObject } from '@charter/runtime'
import { derive } from '@charter/service'
import { rest } from '@charter/styles'
import { requireSound } from './check.ts'
import { formatWithBiome, serviceBiomeConfig } from './format.ts'
import { loadCharter } from './load.ts'

/** Thrown where a charter has no REST, which the client speaks. */
export class NoRest extends Error {
  override readonly name = 'NoRest'
}

/** The typed client of a charter's API, as text. Rejects with NoCharter, Refused or NoRest. */
export const clientOf = async (file: string): Promise<string> => {
  const loaded = await loadCharter(file)
  const charter = requireSound(loaded)
  if (!charter.serves.includes('rest'))
    throw new NoRest('The client speaks REST, which this charter does not serve: add rest to `serves`.')
  const { model } = derive(charter, connectors, loaded.document.lock)
  const openapi = JSON.parse(rest.contract(charter, rest.surface(charter))['openapi.json'] ?? '{}') as JsonObject
  const text = typescriptClient({ openapi, entities: model.entities })
  const [formatted] = await formatWithBiome([{ path: 'client.ts', text, owner: 'machine' }], serviceBiomeConfig)
  return formatted?.text ?? text
}
