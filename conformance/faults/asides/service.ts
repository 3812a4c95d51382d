import type { Aside } from '../aside.ts'

/** Of the service that runs calls: what only saves time, what only shapes a sentence, and what takes a race or a bug of ours. */
export const serviceAsides: readonly Aside[] = [
  {
    reason: 'held twice: what takes assertions is there where the charter accepts them, and nowhere else',
    file: /src\/runtime\/host\/compose\.ts$/,
    text: /^model\.access\.accepts\.includes\('saml'\)$/,
  },
  {
    reason: 'a race: somebody else makes the same folder meanwhile (make-folder.test.ts)',
    file: /src\/runtime\/settings\/make-folder\.ts$/,
    text: /^!isFolder\(folder\)$/,
  },
  {
    reason: 'room: how many plans are kept, and of how long keys: what is not kept is made again (plans.test.ts)',
    file: /src\/runtime\/store\/entity\.ts$/,
    text: /^(?:500|20_000)$/,
  },
  {
    reason:
      'room: how many credentials are known at once: takes ten thousand of them within seconds (authenticate.test.ts)',
    file: /src\/runtime\/identity\/authenticate\.ts$/,
    text: /^10_000$/,
  },
  {
    reason: 'saves time: how often is looked, written out or tried again; nothing else depends on it',
    file: /src\/runtime\/(?:settings\/tls|settings\/(?:open-log|log-output)|execute\/change-feed|host\/compose)\.ts$/,
    text: /^(?:250|8192|30_000|600_000)$/,
  },
  { reason: 'shapes a line: how an error reads in the log', file: /src\/runtime\/settings\/described-error\.ts$/ },
  {
    reason: 'saves time: a rule without a condition needs no SQL, and nothing written needs no line',
    file: /src\/runtime\/(?:rows\/grant|record\/replica-log)\.ts$/,
    text: /^(?:!rule\.isConditional|entries\.length === 0)$/,
  },
  {
    reason: 'a bug of ours: what the model or the store itself has said is not there',
    file: /src\/runtime\/(?:store\/entity|execute\/write-apart|execute\/perform-write)\.ts$/,
    text: /^!(?:column|unit|rendered|answered)$/,
  },
  {
    reason: 'saves time: a certificate that has not changed is taken up again to no effect',
    file: /src\/runtime\/settings\/tls\.ts$/,
    text: /^now === seen$/,
  },
  {
    reason: 'of a key service that fails once (keyring.test.ts)',
    file: /src\/runtime\/protect\/keyring\.ts$/,
    text: /^(?:failure && )?nowMs\(\) - failure\.atMs < retryMs$/,
  },
  {
    reason:
      'shapes a cause that stays inside: what another key service wrapped, this one cannot open, and is refused alike',
    file: /src\/runtime\/protect\/keyring\.ts$/,
    text: /^record\.provider !== provider\.name$/,
  },
  {
    reason: 'shapes a cause that stays inside: what holds no key set is refused as one that cannot be read',
    file: /src\/runtime\/settings\/load-json\.ts$/,
    text: /^!Array\.isArray\(keys\)$/,
  },
  {
    reason: 'a bug of ours: an error that is no problem is thrown on',
    file: /src\/runtime\/protect\/open-protection\.ts$/,
    text: /^!\(error instanceof ProblemError\)$/,
  },
  {
    reason: 'a bug of ours: an error that is no mistake of the environment is thrown on',
    file: /src\/runtime\/host\/config\.ts$/,
    text: /^!\(error instanceof ConfigError\)$/,
  },
  {
    reason: 'of who fills throw-away databases before a service is there, and never of a service',
    file: /src\/runtime\/rows\/load-rows\.ts$/,
  },
  {
    reason: 'only while an index key changes, which a command does (packages/service: rotation.test.ts)',
    file: /src\/runtime\/rows\/unique\.ts$/,
    text: /^(?:await refuseTaken\(|!?\(await store\.writes\.isTaken\(|indexes\.length < 2)/,
  },
  {
    reason: 'of an issuer that is elsewhere, or says nothing for five seconds (discovered-keys.test.ts)',
    file: /src\/runtime\/identity\/discovered-keys\.ts$/,
    text: /^(?:Math\.min|\(isHere\(url\) && .*|isHere\(url\)|!isHere\(issuer\))$/,
  },
  {
    reason: 'of GraphiQL, which a service has in development where its files are (graphiql.test.ts)',
    file: /src\/development\/graphiql\.ts$/,
    text: /^(?:method === 'GET'|raw\.url === api|.*html.*)$/,
  },
  {
    reason: 'takes five seconds: a transaction that waits that long for its turn (packages/service: bounds.test.ts)',
    file: /src\/runtime\/host\/health\.ts$/,
    text: /^5000$/,
  },
  {
    reason: 'of a key service that fails once (keyring.test.ts)',
    file: /src\/runtime\/protect\/keyring\.ts$/,
    text: /^3000$/,
  },
  {
    reason: 'times longer than anybody waits: ten minutes without the key service (keyring.test.ts)',
    file: /src\/runtime\/protect\/keyring\.ts$/,
    text: /^600_000$/,
  },
  {
    reason:
      'seen by nobody who calls: that what a state keeps of an answer is sealed (packages/service: canary.test.ts)',
    file: /src\/runtime\/execute\/answers\.ts$/,
    text: /^target\.unit\.model\.fields\.some\(isProtected\)$/,
  },
  {
    reason:
      'only while a field gets required and the version before still writes rows without it (packages/service: migrate.test.ts)',
    file: /src\/runtime\/rows\/view\.ts$/,
    text: /^unit\.model\.isOwned$/,
  },
  {
    reason:
      'of a state that has lost its keys, holds others, or while they change, which a command does (keyring.test.ts)',
    file: /src\/runtime\/protect\/keyring\.ts$/,
    text: /^(?:!record|!found|bytes\.length !== keyBytes|!each\.isRetired|each\.id !== first\.id)$/,
  },
  {
    reason: 'a race: a client that goes while changes that were read together are told (change-feed.test.ts)',
    file: /src\/runtime\/execute\/change-feed\.ts$/,
    text: /^signal\.aborted$/,
  },
  {
    reason: 'of positions a day old, or of another database under the same secret (packages/service: changes.test.ts)',
    file: /src\/runtime\/execute\/changes\.ts$/,
    text: /^(?:86_400_000|!followed|typeof position !== 'string' \|\| .*|Number\(atMs\) < nowMs\(\) - changesKeptMs)$/,
  },
  {
    reason: 'of a state in a database of its own, beside rows of others (packages/service: apart.test.ts)',
    file: /src\/runtime\/execute\/(?:executor|write-apart|claim)\.ts$/,
    text: /^(?:standing|fate === '(?:unknown|under-way)'|!isOver|!\(await state\.putClaim\(.*|refuseOther\((?:standing|answered), twin\)|notes\.isRecorded)$/,
  },
  {
    reason:
      'of a server that fails twice: the answer to a COMMIT is lost, and the record cannot be written then (packages/service: apart.test.ts)',
    file: /src\/runtime\/execute\/executor\.ts$/,
    text: /^found\.isUndecided$/,
  },
  {
    reason: 'takes fifty thousand entries that cannot be written, of a state that fails (audit-recorder.test.ts)',
    file: /src\/runtime\/record\/audit-recorder\.ts$/,
    text: /^waiting\.length >= waitingMax$/,
  },
  {
    reason:
      'of services in the process: a generated one has a body for every operation of its charter (packages/service: executor.test.ts)',
    file: /src\/runtime\/execute\/body-named\.ts$/,
    text: /^!body$/,
  },
  {
    reason:
      'asked twice on purpose, here for callers in the process (packages/service: bounds.test.ts): batches are of REST alone, which refuses them as they are read (rest/batch.ts) and imports so many lines at once (rest/import.ts)',
    file: /src\/runtime\/execute\/batch\.ts$/,
    text: /^calls\.length > limits\.batchMax$/,
  },
  {
    reason: 'a race: a client that goes between its request and the lock (packages/service: executor.test.ts)',
    file: /src\/runtime\/execute\/perform-write\.ts$/,
    text: /^call\.context\.abort\?\.aborted$/,
  },
  {
    reason:
      'of callers in the process: no style calls what it includes as a field is called (packages/service: replay.test.ts)',
    file: /src\/runtime\/execute\/replay\.ts$/,
    text: /^(?:Object\.hasOwn\(kept, name\)|!members\.includes\(name\))$/,
  },
  {
    reason:
      'a call that came when its time was over, which gRPC itself ends, and no other style has one of (executor.test.ts)',
    file: /src\/runtime\/execute\/executor\.ts$/,
    text: /^isLate\(call\.context\)$/,
  },
  {
    reason:
      'takes longer than clocks may differ by: a session that ends at its provider, whose assertion is kept (packages/service: soap-saml.test.ts)',
    file: /src\/runtime\/identity\/sign-in\/message-assertion\.ts$/,
    text: /^Math\.min$/,
  },
  {
    reason: 'room: how many changes are made into answers of one caller at once (attacks: one-change-for-many-streams)',
    file: /src\/runtime\/execute\/executor\.ts$/,
    text: /^2$/,
  },
  {
    reason: 'times longer than anybody waits: half a minute in which figures that were asked for are not taken',
    file: /src\/runtime\/host\/offer-metrics\.ts$/,
    text: /^30_000$/,
  },
  {
    reason:
      'the type checker asks: what has no such statement offers no such operation, and a body that asks for it has a bug',
    file: /src\/runtime\/execute\/(?:write|row-writes)\.ts$/,
    text: /^!unit\.stored\.can(?:Insert|Update|Remove)$/,
  },
  {
    reason: 'a bug’s own error: a store is asked by the runtime, which asks for what it has',
    file: /src\/sql-store\/.*\.ts$/,
    text: /^(?:!(?:column|rendered|entity|relation|fragment|aggregate|statement|database|entity\.sql\.update)|json === undefined|entity\.sql\.remove === null|\(?!principal && \(shape\.rules \|\| shape\.ofTenant\)\)?|shape\.rules|shape\.ofTenant)$/,
  },
  {
    reason: 'saves the outbox a line: rows without a key are written by bodies alone, and no style follows them',
    file: /src\/runtime\/execute\/row-writes\.ts$/,
    text: /^key\.length === 0$/,
  },
  {
    reason: 'a state or a record that does not answer (token-endpoint.test.ts; packages/service: saml.test.ts)',
    file: /src\/runtime\/(?:identity\/sign-in\/exchange|host\/token-endpoint)\.ts$/,
    text: /^(?:recorded|error instanceof ProblemError|error\.problem\.code === 'unauthenticated')$/,
  },
  {
    reason: 'figures at a port that the system has chosen, and nobody is told of (metrics.test.ts)',
    file: /src\/runtime\/host\/offer-metrics\.ts$/,
    text: /^port === null$/,
  },
  {
    reason: 'takes longer than the four seconds between two looks, or somebody who is asked slowly (standing.test.ts)',
    file: /src\/runtime\/identity\/standing\.ts$/,
    text: /^(?:isLooking|isStanding)$/,
  },
  {
    reason: 'of charters that were renamed (packages/service: migrate-history.test.ts)',
    file: /src\/runtime\/execute\/audit-trail\.ts$/,
    text: /^each\.entity !== now\.entity$/,
  },
  {
    reason: 'of a key whose record somebody changed meanwhile, which nothing that serves does (authenticate.test.ts)',
    file: /src\/runtime\/identity\/authenticate\.ts$/,
    text: /^isSamePrincipal\(before, found\.principal\)$/,
  },
  {
    reason: 'times longer than anybody waits: a day without the provider of keys (authenticate.test.ts)',
    file: /src\/runtime\/identity\/jwks\.ts$/,
    text: /^nowMs\(\) - loadedMs >= lastGoodMs$/,
  },
  {
    reason: 'two rows of one number, among four million billions (stored-trail.test.ts)',
    file: /src\/sql-store\/state\/stored-trail\.ts$/,
    text: /^(?:entity === of\.entity|key === of\.key|tenant === of\.tenant)$/,
  },
  {
    reason: 'a shorter way whose longer one gives the same: what rows are in order of already orders them no further',
    file: /src\/runtime\/rows\/order\.ts$/,
    text: /^!asked\.some\(\(sort\) => sort\.field === field\.name\)$/,
  },
  {
    reason: 'the type checker asks: what is no value has no rows, and is read as having none',
    file: /src\/runtime\/record\/audit-entry\.ts$/,
    text: /^outcome\.kind !== 'value'$/,
  },
  {
    reason: 'the type checker asks; the gates of the styles, which are judged themselves, let nobody in who is nobody',
    file: /src\/runtime\/execute\/executor\.ts$/,
    text: /^!principal$/,
  },
  {
    reason: 'the type checker asks; what has fields to protect is opened with their keys (open-protection.ts, judged)',
    file: /src\/runtime\/rows\/open-rows\.ts$/,
    text: /^!protection$/,
  },
  {
    reason: 'of callers in the process: no style filters by more of a row than its own fields',
    file: /src\/runtime\/rows\/filter\.ts$/,
    text: /^operand\.path\.length === 1$/,
  },
  {
    reason:
      'asked twice on purpose, here for callers in the process: styles tell of a relation that is not there (rest/selection.ts, selection/search.ts, soap/selection.ts) or have it in their schema',
    file: /src\/runtime\/execute\/include\.ts$/,
    text: /^!relation$/,
  },
  {
    reason: 'times longer than anybody waits: ten minutes, and a provider of keys that does not answer then',
    file: /src\/runtime\/identity\/jwks\.ts$/,
    text: /^may\(\)$/,
  },
  {
    reason: 'times longer than anybody waits: twelve hours (page-door.test.ts)',
    file: /src\/runtime\/host\/page-door\.ts$/,
    text: /^Number\(until\) \* 1000 > nowMs\(\)$/,
  },
  {
    reason:
      'of a state in a database of its own: a process that died between two writes, and more than half a minute after it (packages/service: apart.test.ts)',
    file: /src\/runtime\/call\/longest-call\.ts$/,
    text: /^30_000$/,
  },
  {
    reason: 'only while keys change, which a command does (packages/service: rotation.test.ts)',
    file: /src\/runtime\/(?:protect\/keyring|execute\/write|execute\/owned)\.ts$/,
    text: /^(?:await requireUnique\(store, (?:target, row, null|unit, given, input\.fields|unit, proposed, null)\)|20_000|each\.activeFromMs <= nowMs\(\))$/,
  },
  {
    reason: 'of charters whose keys were renamed (packages/service: migrate.test.ts)',
    file: /src\/runtime\/execute\/audit-trail\.ts$/,
    text: /^each\.key !== now\.key$/,
  },
  {
    reason: 'saves time: what everybody or nobody is shown needs no column that says who is',
    file: /src\/runtime\/rows\/view\.ts$/,
    text: /^uncovered === 'by-row'$/,
  },
  {
    reason:
      'seen by nobody who calls: which of the keys in its state a service seals and makes indexes with (keyring.test.ts)',
    file: /src\/runtime\/protect\/keyring\.ts$/,
    text: /^(?:each\.purpose === (?:purpose|'index')|60_000)$/,
  },
  {
    reason: 'of a vault that has lost a token, or is another time’s than the rows (protection.test.ts)',
    file: /src\/runtime\/protect\/protection\.ts$/,
    text: /^!record$/,
  },
  {
    reason: 'of Windows: its files have no modes, so that there would be nothing to take from anybody',
    file: /src\/runtime\/settings\/private-files\.ts$/,
    text: /^process\.platform === 'win32'$/,
  },
  {
    reason: 'saves a call: of what nobody else may read, nothing is taken from anybody (private-files.test.ts)',
    file: /src\/runtime\/settings\/private-files\.ts$/,
    text: /^\(found\.mode & others\) === 0$/,
  },
  {
    reason: 'of keys that somebody made up to be endless: an entry that no ledger would take (audit-entry.test.ts)',
    file: /src\/runtime\/record\/audit-entry\.ts$/,
    text: /^16_384$/,
  },
  {
    reason:
      'of data at rest that is sealed, by who runs a service (packages/service: at-rest.test.ts; sealed-log.test.ts)',
    file: /src\/runtime\/(?:record\/(?:sealed-log|opened-log)|protect\/still-sealed)\.ts$/,
  },
  {
    reason: 'of data at rest that is sealed, by who runs a service (packages/service: at-rest.test.ts)',
    file: /src\/runtime\/(?:files\/service-files|execute\/files\/count-files|host\/compose|settings\/at-rest)\.ts$/,
    text: /^(?:isAtRest|!earlier \|\| !isMissing\(error\)|!isMissing\(error\)|error\.problem\.code === 'not-found'|unsealed > 0|count\.taken > 0|Math\.min|await requireStillSealed\(state\)|atRest === 'encrypt'|each !== '')$/,
  },
  {
    reason: 'takes two seconds of a database that does not answer (health.test.ts)',
    file: /src\/runtime\/host\/health\.ts$/,
    text: /^2000$/,
  },
  {
    reason: 'saves time: what nobody follows any more is looked after no longer (standing.test.ts)',
    file: /src\/runtime\/identity\/standing\.ts$/,
    text: /^look\.followers\.size === 0$/,
  },
  {
    reason:
      'needs a validated provider: without one, a charter that asks for it does not start (packages/service: fips.test.ts)',
    file: /src\/runtime\/settings\/fips\.ts$/,
    text: /^!isActive\(\)$/,
  },
  {
    reason:
      'saves time: half a minute after keys were fetched, what they verified would be verified once more (jwks.test.ts)',
    file: /src\/runtime\/identity\/jwks\.ts$/,
    text: /^nowMs\(\) - loadedMs >= freshMs$/,
  },
  {
    reason:
      'asked twice on purpose, here for callers in the process: a key of the service says nothing of how anybody signed in (step-up.test.ts)',
    file: /src\/runtime\/identity\/step-up\.ts$/,
    text: /^credential === 'api-key'$/,
  },
  {
    reason:
      'saves time: what else is asked of a protected field is refused later, by name (lookups of equalities alone)',
    file: /src\/runtime\/rows\/lookups\.ts$/,
    text: /^of\.op === 'eq'$/,
  },
  {
    reason: 'saves time: where nobody stands between, an address need not be asked for anew with each request',
    file: /src\/runtime\/http\/gate\.ts$/,
    text: /^past === directAddress$/,
  },
  {
    reason: 'a race: what is read anew before what was read first is there (kept-memberships.test.ts)',
    file: /src\/runtime\/identity\/membership\/kept-memberships\.ts$/,
    text: /^held\.get\(name\) !== made$/,
  },
  {
    reason: 'room: how many memberships are known at once, and whose (kept-memberships.test.ts)',
    file: /src\/runtime\/identity\/membership\/kept-memberships\.ts$/,
    text: /^(?:roles\.length === 0|10_000|1000)$/,
  },
  {
    reason: 'takes more than a thousand organisations of one person (packages/service: membership.test.ts)',
    file: /src\/runtime\/identity\/membership\/read-membership\.ts$/,
    text: /^(?:found\.length > membershipsMax|1000)$/,
  },
  {
    reason: 'of members who belong to no organisation, as there are none (packages/service: membership.test.ts)',
    file: /src\/runtime\/identity\/membership\/members\.ts$/,
    text: /^tenantClaim === undefined$/,
  },
  {
    reason: 'of what another replica changes (packages/service: membership.test.ts)',
    file: /src\/runtime\/identity\/membership\/members\.ts$/,
    text: /^4_000$/,
  },
  {
    reason: 'times longer than anybody waits: of what a session of an hour has opened (in-session.test.ts)',
    file: /src\/runtime\/identity\/in-session\.ts$/,
    text: /^Math\.min$/,
  },
  {
    reason: 'of code that nobody has written yet, as ours is (packages/service: internal.test.ts, routes.test.ts)',
    file: /src\/runtime\/execute\/(?:internal-operations|run-route)\.ts$/,
    text: /^!body(?: && hasBody\(operation\))?$/,
  },
  {
    reason: 'the type checker asks: the row was read just before, in the same transaction',
    file: /src\/runtime\/execute\/internal-operations\.ts$/,
    text: /^!stored$/,
  },
  {
    reason: 'the type checker asks: a field with states is never without one (packages/charter: states.test.ts)',
    file: /src\/runtime\/execute\/move\.ts$/,
    text: /^typeof state !== 'string'$/,
  },
  {
    reason: 'the type checker asks; a call that reads and is of no entity is a route’s',
    file: /src\/runtime\/execute\/executor\.ts$/,
    text: /^!isRoute\(target\.operation\)$/,
  },
  {
    reason:
      'asked twice on purpose, here for callers in the process: the gates of the styles let nobody in who is nobody (packages/service: routes.test.ts)',
    file: /src\/runtime\/execute\/executor\.ts$/,
    text: /^principal\.credential === 'none' && /,
  },
  {
    reason: 'takes more than ten thousand rows (list-asked.test.ts)',
    file: /src\/runtime\/execute\/list-asked\.ts$/,
    text: /^limit === undefined && found > listMax$/,
  },
  {
    reason:
      'held twice: a row of no organisation is refused as it is proposed (conformance/scenarios/desk: membership.beside)',
    file: /src\/runtime\/rows\/grant\.ts$/,
    text: /^isOutside\(unit, principal\)$/,
  },
  {
    reason: 'of whoever derives scenarios of a charter: a service asks what a hook has to give (isDerived)',
    file: /src\/runtime\/call\/may-be-derived\.ts$/,
  },
  {
    reason: 'the type checker asks: an address of sessions is there where the charter has them (styles/rest/serve.ts)',
    file: /src\/runtime\/http\/session\/register-session\.ts$/,
    text: /^!sessions$/,
  },
  {
    reason: 'of keys of which the database makes a part, as SQLite makes none (packages/service: made-rows.test.ts)',
    file: /src\/runtime\/execute\/write\.ts$/,
    text: /^model\.key\.every\(\(name\) => \(row\[name\] \?\? null\) !== null\)$/,
  },
  {
    reason: 'held twice: what nobody gives and nothing makes was refused as required before its rules are asked',
    file: /src\/runtime\/rows\/input\.ts$/,
    text: /^\(field\?\.default !== undefined \|\| field\?\.writable === 'never'\)$/,
  },
  {
    reason: 'room: how many cursors are known: what is not known is sealed anew (cursor.test.ts)',
    file: /src\/runtime\/rows\/cursor\.ts$/,
    text: /^500$/,
  },
  {
    reason: 'how soon what a body says is told: no scenario knows when a job said it',
    file: /src\/runtime\/execute\/jobs\/heartbeat\.ts$/,
    text: /^1000$/,
  },
  {
    reason: 'of what happens by itself, a minute on at least (packages/service: by-itself.test.ts)',
    file: /src\/runtime\/execute\/jobs\/by-itself\.ts$/,
    text: /^!\(await work\(store, working\)\)$/,
  },
]
