import type { Aside } from '../aside.ts'

const reason =
  'of databases that others made or change, of replicas and of servers that fail: packages/connectors judges it on real ones'

/** Of the drivers: what no database that a service has made itself can come to. */
export const connectors: readonly Aside[] = [
  {
    reason: 'a race: another replica has made the schema between two looks at it (postgresql/driver/open.test.ts)',
    file: /src\/sql-store\/state\/schema\.ts$/,
    text: /^isServed\(found, wanted\)$/,
  },
  {
    reason: 'of tables that lie with the state in a database of somebody else’s (packages/service: companion.test.ts)',
    file: /src\/(?:sql-store\/state\/(?:schema|not-allowed)|sql-server\/open|sqlite\/(?:open|state)|postgresql\/pg-boss\/open)\.ts$/,
    text: /companion|mayCreate|denied|isForbidden|found !== null|isServed\(before, wanted\)|who === |it === 'it'|of === undefined/,
  },
  {
    reason: 'of bodies that say themselves where the session looks (postgresql/driver/search-path.test.ts)',
    file: /src\/postgresql\/transaction\.ts$/,
    text: /^!?hasOwnPath$/,
  },
  {
    reason: 'of replicas, and of state in a database apart (postgresql/driver/open.test.ts)',
    file: /src\/sql-server\/(?:database|open)\.ts$/,
    text: /^(?:5000|10_000|!dialect\.isReplicaFault\(error\))$/,
  },
  {
    reason:
      'of the driver alone: what fails in a transaction fails its call first (postgresql/driver/transaction.test.ts)',
    file: /src\/sql-server\/database\.ts$/,
    text: /^(?:this\.#failure !== null|!session\.isOpen)$/,
  },
  {
    reason: 'of a session that is lost before COMMIT is sent (postgresql/driver/later.test.ts)',
    file: /src\/postgresql\/transaction\.ts$/,
    text: /^wasOpen$/,
  },
  {
    reason: 'held twice: where nothing failed, there is nothing to tell and nobody to be told',
    file: /src\/postgresql\/transaction\.ts$/,
    text: /^!faulty$/,
  },
  {
    reason: 'of a server that takes a connection and says nothing (postgresql/driver/connection.test.ts)',
    file: /src\/postgresql\/database\.ts$/,
    text: /^10_000$/,
  },
  {
    reason,
    file: /src\/postgresql\/errors\.ts$/,
    text: /isRowSecurity|isSaid|^code === '42704'$|A-Z\]|ownClasses|^where !== ''$|RevalidateCachedQuery|'26000'|^code\.length > 5$|^isOfFunction\(error\)$|^!isRead\(said\)$|^isRaised\(error\)$|'3F000'/,
  },
  {
    reason: 'behind a pooler that drops what was prepared (postgresql/driver/open.test.ts)',
    file: /src\/postgresql\/connection\.ts$/,
    text: /^error\.code === '26000'$/,
  },
  {
    reason: 'of tables that others change under a service that goes on (postgresql/driver/open.test.ts)',
    file: /src\/postgresql\/connection\.ts$/,
    text: /^\(?error\.code === '0A000'/,
  },
  {
    reason: 'of a server that says it has TLS, and fails at it (postgresql/driver/connection.test.ts)',
    file: /src\/postgresql\/connection\.ts$/,
    text: /^!isPlain$/,
  },
  {
    reason: 'a race: a read that begins when its service has been closed (postgresql/driver/open.test.ts)',
    file: /src\/sql-server\/pool\.ts$/,
    text: /^(?:isClosed|all\.size \+ opening === (?:0|idle\.length))$/,
  },
  {
    reason: 'a race: a session comes when whoever waited for it has just given up (postgresql/driver/pool.test.ts)',
    file: /src\/sql-server\/pool\.ts$/,
    text: /^isOver$/,
  },
  {
    reason:
      'of state in a database apart: a service says of its own how many sessions it may have (postgresql/driver/open.test.ts)',
    file: /src\/postgresql\/database\.ts$/,
    text: /^10$/,
  },
  {
    reason,
    file: /src\/(?:postgresql|sql-server)\/database\.ts$/,
    text: /isStalePlan|isStandbyFault|isUnavailable|isDownUntil|^5000$|stateOf\(error\)|code === 'unavailable'/,
  },
  { reason, file: /src\/sqlite\/database\.ts$/, text: /^!writer$/ },
  {
    reason:
      'a fair share of time: a caller with long reads in one transaction sees its own deadline (time.test.ts judges it)',
    file: /src\/sqlite\/database\.ts$/,
    text: /^1000$/,
  },
  {
    reason:
      'what a service that has ended leaves beside its file, and another that begins takes up (sqlite/driver/open.test.ts)',
    file: /src\/sqlite\/database\.ts$/,
    text: /^reader !== writer$/,
  },
  {
    reason:
      'a process that reads for this one and runs out of memory, or out of its database (sqlite/driver/time.test.ts)',
    file: /src\/sqlite\/read-apart\.ts$/,
    text: /^reject\(errorOf\(answer\)\)$/,
  },
  {
    reason: 'of a file that somebody takes away from under a service (sqlite/driver/open.test.ts)',
    file: /src\/sqlite\/database\.ts$/,
    text: /^isGone\(\)$/,
  },
  {
    reason: 'a full disk and the like: a body that goes on after SQLite has rolled back by itself',
    file: /src\/sql-store\/course\.ts$/,
    text: /^this\.#failure !== null$/,
  },
  { reason, file: /src\/sqlite\/state\.ts$/, text: /^found\.length > 0$/ },
  {
    reason: 'of where a PostgreSQL server is, and of what its URL says of TLS (postgresql/driver/address.test.ts)',
    file: /src\/(?:postgresql|sql-server)\/address\.ts$/,
    text: /^(?:!mode|host === 'localhost'|host === '::1'|host\.startsWith\('\/'\))$/,
  },
  {
    reason: 'of the driver alone: what comes too late is undone by whoever called it (time.test.ts, open.test.ts)',
    file: /src\/(?:sqlite|postgresql)\/database\.ts$/,
    text: /^performance\.now\(\) >= end$/,
  },
  {
    reason:
      'sixteen transactions of others in a row, each of which comes first (postgresql/driver/transaction.test.ts)',
    file: /src\/sql-server\/database\.ts$/,
    text: /^(?:tried >= triesMax|16)$/,
  },
  {
    reason: 'a race: how long is waited before the next try, a second only after nine transactions of others in a row',
    file: /src\/sql-server\/database\.ts$/,
    text: /^(?:2|200|Math\.min)$/,
  },
  {
    reason: 'a database of ours is never opened to be only read (postgresql/driver/open.test.ts)',
    file: /src\/sql-server\/database\.ts$/,
    text: /^isReadOnly$/,
  },
  {
    reason: 'a race: what was visible while others wrote and a follower began (postgresql/driver/outbox.test.ts)',
    file: /src\/postgresql\/outbox\.ts$/,
    text: /before|isAlone|snapshot/,
  },
  {
    reason:
      'takes hundreds of transactions of others that are open while a follower begins (postgresql/driver/outbox.test.ts)',
    file: /src\/postgresql\/outbox\.ts$/,
    text: /^4000$/,
  },
  {
    reason:
      'the record of a write, which is the last statement of its transaction, meets the failure first (transaction-conformance.ts)',
    file: /src\/(?:postgresql\/transaction|sqlite\/database)\.ts$/,
    text: /^(?:open\.)?failure !== null$/,
  },
  {
    reason:
      'a race: a statement that nobody waits for fails after the last and before COMMIT (postgresql/driver/transaction.test.ts)',
    file: /src\/postgresql\/transaction\.ts$/,
    text: /^command !== 'COMMIT'$/,
  },
  {
    reason:
      'a full disk and the like: no COMMIT of ours fails for another reason than a lock (sqlite/driver/open.test.ts)',
    file: /src\/sqlite\/(?:database|errors)\.ts$/,
    text: /^(?:!isBusy\(error\)|isLocked\(error\.problem\.cause\)|\(error\.errcode & 0xff\) === busy)$/,
  },
  {
    reason: 'the type checker asks; what is a problem here has come from SQLite',
    file: /src\/sqlite\/errors\.ts$/,
    text: /^isSqliteError\(error\)$/,
  },
  {
    reason: 'a database that was put back to what it once was (state-conformance.ts)',
    file: /src\/(?:postgresql\/outbox|sql-store\/state\/counted-outbox)\.ts$/,
    text: /^rows\.length === 0 && /,
  },
  {
    reason: 'saves a statement: what has changes after it is not past the newest (sqlite, postgresql: outbox.test.ts)',
    file: /src\/(?:sqlite|postgresql)\/outbox\.ts$/,
    text: /^rows\.length === 0$/,
  },
  {
    reason: 'of attached files, which a service of ours has not (sqlite/driver/open.test.ts)',
    file: /src\/sqlite\/open\.ts$/,
    text: /^(?:schema !== null \|\| options\.mayCreate === true|schema === null|requireFile\(pathOf\(url\)\)|statSync\(path, .*)$/,
  },
  {
    reason: 'of state in a database apart, which hangs: it is ten seconds until that is told',
    file: /src\/(?:postgresql|sqlite)\/open\.ts$/,
    text: /^10_000$/,
  },
  { reason, file: /src\/postgresql\/said\.ts$/, text: /castCodes|quoted/ },
  {
    reason,
    file: /src\/postgresql\/state\.ts$/,
    text: /mayCreate|42501|stateComment|^await requireOurs\(database\)$|^found\.length > 0$/,
  },
  {
    reason: 'makes throw-away databases, for development and for tests: nothing that serves calls it',
    file: /src\/(?:sqlite|postgresql)\/temporary\.ts$/,
  },
  {
    reason: 'takes a thousand calls that wait for a connection at once (postgresql/driver/pool.test.ts)',
    file: /src\/postgresql\/database\.ts$/,
    text: /^1000$/,
  },
  {
    reason: 'of rules and types that others gave a database (postgresql/driver/errors.test.ts)',
    file: /src\/postgresql\/refused-value\.ts$/,
    text: /^param === quoted$/,
  },
]
