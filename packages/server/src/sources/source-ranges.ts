import { ConfigError, isRange, listIn } from '@charter/runtime/service'

/**
 * `SOURCES_TO`: `10.20.0.0/16, 127.0.0.1`, addresses and ranges of one's own network in which sources of projects may be, besides the
 * Internet. Throws a ConfigError.
 */
export const sourceRanges = ({ SOURCES_TO }: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const ranges = listIn(SOURCES_TO)
  for (const each of ranges)
    if (!isRange(each))
      throw new ConfigError(`SOURCES_TO takes addresses and ranges like 10.20.0.0/16, and not "${each}".`)
  return ranges
}
