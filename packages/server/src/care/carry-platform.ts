import { type Carried, carry } from '@charter/sql'
import { platformCharter } from '../platform-charter.ts'
import { carryPlace, type PlaceOptions } from './carry-place.ts'

/** Carries rows and state of a platform from one database to another, all or none (`carry`). */
export const carryPlatform = async (from: PlaceOptions, to: PlaceOptions): Promise<Carried> => {
  const { model } = await platformCharter({ DATABASE_URL: to.url })
  const source = await carryPlace(from)
  try {
    const target = await carryPlace(to)
    return await carry({ model, from: source, to: target }).finally(() => target.opened.close())
  } finally {
    await source.opened.close()
  }
}
