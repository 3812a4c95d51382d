import { type ListedCommand, listed } from '../command.ts'

/** In the order of a project's life. Each is loaded when it is asked for: what all of them need takes seconds to load. */
export const commands: readonly ListedCommand[] = [
  listed(
    'start',
    'From words, a database or a charter to a running, governed service.',
    async () => (await import('./start.ts')).start,
  ),
  listed(
    'up',
    'A platform on this machine: projects, releases, approvals and deployments, with an example that answers.',
    async () => (await import('./up.ts')).up,
  ),
  listed(
    'init',
    'A project in this folder, from words, a database or a charter.',
    async () => (await import('./init.ts')).init,
  ),
  listed(
    'draft',
    'A charter from plain words, with or without a language model: what was read, what was assumed, what is open.',
    async () => (await import('./draft.ts')).draft,
  ),
  listed(
    'edit',
    'Changes a charter in words: shows the diff and who gains or loses what, then asks before it writes.',
    async () => (await import('./edit.ts')).edit,
  ),
  listed(
    'introspect',
    'Reads an existing database’s catalogue as a charter, with everything that could not be said in it. Of rows it looks only at whether they hold what is declared: numbered keys, and the first 10,000 of a SQLite table.',
    async () => (await import('./introspect.ts')).introspect,
  ),
  listed(
    'check',
    'Every mistake in a charter at once, each with its place and what to do.',
    async () => (await import('./check.ts')).check,
  ),
  listed(
    'diff',
    'What changed between two charters, what breaks clients of each style, and who gains or loses what.',
    async () => (await import('./diff.ts')).diff,
  ),
  listed(
    'access',
    'Who may do what: role × operation × field, conditions quoted.',
    async () => (await import('./access.ts')).access,
  ),
  listed(
    'explain',
    'Why a request is allowed or refused for a role: the rule with its line, the SQL, what is masked, the audit entry.',
    async () => (await import('./explain.ts')).explain,
  ),
  listed(
    'why',
    'Where a statement of the charter comes from: the words it rests on, or why it was assumed.',
    async () => (await import('./why.ts')).why,
  ),
  listed(
    'contract',
    'The published contract of a style: OpenAPI, a GraphQL schema, a .proto, a WSDL or the tools of MCP.',
    async () => (await import('./contract.ts')).contract,
  ),
  listed(
    'client',
    'A typed TypeScript client of an API: one file without dependencies, whose problems are values.',
    async () => (await import('./client.ts')).client,
  ),
  listed(
    'collection',
    'The requests of an API as a collection for Postman, Bruno or Insomnia, filled in.',
    async () => (await import('./collection.ts')).collection,
  ),
  listed(
    'docs',
    'Documentation of an API for people: a static site, every operation asked and answered in each style.',
    async () => (await import('./docs.ts')).docs,
  ),
  listed(
    'generate',
    'Writes the source of a service, and merges it with what people changed there.',
    async () => (await import('./generate.ts')).generate,
  ),
  listed(
    'migrate',
    'Brings a database of ours to its charter, while the service of before runs on.',
    async () => (await import('./migrate.ts')).migrate,
  ),
  listed(
    'upgrade',
    'Brings a project that an older Charter wrote to what this one writes: charter, lock and generated source.',
    async () => (await import('./upgrade.ts')).upgrade,
  ),
  listed(
    'run',
    'Generates, installs and starts the service of a charter, on its own database or another.',
    async () => (await import('./run.ts')).run,
  ),
  listed(
    'dev',
    'Serves a charter in process and again on every save, on a throw-away database with sample rows.',
    async () => (await import('./dev.ts')).dev,
  ),
  listed(
    'mock',
    'Serves a charter in all its styles on made-up rows, for clients to be written against before the service is.',
    async () => (await import('./mock.ts')).mock,
  ),
  listed(
    'mcp',
    'The tools of an API for an agent on this machine: MCP over stdio, as one role.',
    async () => (await import('./mcp.ts')).mcp,
  ),
  listed(
    'verify',
    'Holds a service to its charter: a running one, a generated folder, or the charter’s own in-process service.',
    async () => (await import('./verify.ts')).verify,
  ),
  listed(
    'token',
    'A development token for a role, which only this service on this machine takes; or an API key of the service.',
    async () => (await import('./token.ts')).token,
  ),
  listed(
    'keys',
    'The keys that protect fields: which there are, new ones, or the same ones wrapped anew.',
    async () => (await import('./keys.ts')).keys,
  ),
  listed(
    'ledger',
    'The record of calls: who did what, in a log that its owner cannot rewrite unseen.',
    async () => (await import('./ledger/index.ts')).ledger,
  ),
  listed(
    'connector',
    'What a server of yours holds of what a service asks of its database.',
    async () => (await import('./connector/index.ts')).connector,
  ),
  listed(
    'down',
    'Ends what is deployed on this machine; `charter up` begins it again.',
    async () => (await import('./down.ts')).down,
  ),
  listed(
    'backup',
    'Backs a platform up, while it runs or not: rows, people, record and blobs in a folder, keys sealed apart.',
    async () => (await import('./backup.ts')).backup,
  ),
  listed(
    'restore',
    'Makes a platform of a backup, and proves every file, row count, blob and the record of it.',
    async () => (await import('./restore.ts')).restore,
  ),
  listed(
    'platform',
    'What is done with a platform as a whole: moving its rows to PostgreSQL, migrating its database.',
    async () => (await import('./platform/index.ts')).platform,
  ),
  listed(
    'project',
    'The projects of a platform: which there are, a new one, and how far one is.',
    async () => (await import('./project.ts')).project,
  ),
  listed(
    'source',
    'The databases that the charter of a project is of: named, tried, read and compared.',
    async () => (await import('./source.ts')).source,
  ),
  listed(
    'version',
    'The versions of a project’s charter: drafted, looked at, accepted, compared.',
    async () => (await import('./version.ts')).version,
  ),
  listed(
    'approve',
    'What a deployment that waits changes, and where whoever is signed in lets it, by a second factor.',
    async () => (await import('./approve.ts')).approve,
  ),
  listed(
    'deploy',
    'Takes a charter to where it answers, on the platform of this machine or on yours, as far as one person may.',
    async () => (await import('./deploy.ts')).deploy,
  ),
  listed(
    'rollback',
    'Brings back what answered before in an environment of a platform.',
    async () => (await import('./rollback.ts')).rollback,
  ),
  listed(
    'environment',
    'What answers in the environments of a project, what waits for somebody, and what has to be reviewed.',
    async () => (await import('./environment.ts')).environment,
  ),
  listed(
    'release',
    'Has a platform make a release again, and says whether it is equal, signed and kept whole.',
    async () => (await import('./release.ts')).release,
  ),
  listed(
    'runs',
    'The tests of a release on a platform: started and followed, listed, shown, cancelled.',
    async () => (await import('./runs.ts')).runs,
  ),
  listed(
    'route',
    'Where callers are to find the services of a project: listed, added, removed.',
    async () => (await import('./route.ts')).route,
  ),
  listed(
    'audit',
    'Who did what to something of a platform, as its record has it.',
    async () => (await import('./audit.ts')).audit,
  ),
  listed(
    'api',
    'Asks the API of a platform, as who is signed in: projects, releases, deployments, the record.',
    async () => (await import('./api.ts')).api,
  ),
  listed(
    'key',
    'Keys of a platform for machines: which there are, a new one, another in its place, and ending one.',
    async () => (await import('./key.ts')).key,
  ),
  listed(
    'login',
    'Signs the command line in to a platform, by a code that is confirmed in a browser.',
    async () => (await import('./login.ts')).login,
  ),
  listed(
    'whoami',
    'Who is signed in to a platform, what they may do there, and until when.',
    async () => (await import('./whoami.ts')).whoami,
  ),
  listed('completion', 'Prints a script that completes commands, options and files in a shell.', async () =>
    (await import('./completion.ts')).completionOf(commands),
  ),
]
