import type { Aside } from '../aside.ts'

const reason =
  'of databases that others made or change, of replicas and of servers that fail: packages/connectors judges it on real ones'

/** Of the drivers: what no database that a service has made itself can come to. */
export const connectors: readonly Aside[] = [
  {
    reason,
    file: /src\/postgresql\/errors\.ts$/,
    text: /isRowSecurity|isSaid|A-Z\]|ownClasses|^where !== ''$|RevalidateCachedQuery|'26000'/,
  },
  {
    reason,
    file: /src\/postgresql\/database\.ts$/,
    text: /isStalePlan|isStandbyFault|isUnavailable|isDownUntil|^5000$|stateOf\(error\)|code === 'unavailable'/,
  },
  { reason, file: /src\/sqlite\/errors\.ts$/, text: /constraint(?:Check|Datatype|Trigger)/ },
  { reason, file: /src\/sqlite\/database\.ts$/, text: /^!writer$/ },
  {
    reason:
      'a fair share of time: a caller with long reads in one transaction sees its own deadline (time.test.ts judges it)',
    file: /src\/sqlite\/database\.ts$/,
    text: /^1000$/,
  },
  { reason, file: /src\/sqlite\/state\.ts$/, text: /^found\.length > 0$/ },
  { reason, file: /src\/postgresql\/address\.ts$/, text: /^host|127/ },
  {
    reason: 'ends alike: the deadline of the call, around it, ends what waits for a lock',
    file: /src\/sqlite\/database\.ts$/,
    text: /^performance\.now\(\) >= end$/,
  },
  { reason, file: /src\/postgresql\/said\.ts$/, text: /castCodes|quoted/ },
  { reason, file: /src\/postgresql\/state\.ts$/, text: /mayCreate|42501|stateComment/ },
  {
    reason: 'makes throw-away databases, for development and for tests: nothing that serves calls it',
    file: /src\/(?:sqlite|postgresql)\/temporary\.ts$/,
  },
]
