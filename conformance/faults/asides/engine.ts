import type { Aside } from '../aside.ts'

/** Of the runtime below the service, and of the drivers: what only saves time, and what only shapes a sentence. */
export const engineAsides: readonly Aside[] = [
  {
    reason:
      'of a row whose key holds that of its parent, and of what refers along others than the key (service/referrers.test.ts)',
    file: /runtime\/execute\/referrers\.ts$/,
    text: /^(?:kind === 'one'|to\.every\(\(field\) => field in key\))$/,
  },
  {
    reason: 'of an owned row that collides with another (service/owned-conflict.test.ts)',
    file: /runtime\/execute\/owned\.ts$/,
    text: /^!\(error instanceof ProblemError\) \|\| !error\.problem\.errors$/,
  },
  {
    reason: 'saves time: a column that holds no NULL is asked whether it is one to no effect',
    file: /src\/sql-store\/order\.ts$/,
    text: /^column\.isNullable$/,
  },
  {
    reason: 'a race: what is used still, and was forgotten to make room (memory.test.ts)',
    file: /src\/runtime\/limits\/memory\.ts$/,
    text: /^!kept$/,
  },
  {
    reason: 'room: how many plans are kept, and how much they hold: what is not kept is made again (memory.test.ts)',
    file: /src\/runtime\/limits\/memory\.ts$/,
    text: /^(?:known\.size <= most(?: && taken <= room)?|taken <= room)$/,
  },
  {
    reason:
      'of whoever asks services; a service itself reads its development page’s desk with it (response-body.test.ts)',
    file: /src\/runtime\/limits\/response-body\.ts$/,
  },
  {
    reason:
      'saves time: rows of a database of ours lack nothing that they have to have, and are looked through to no effect',
    file: /src\/runtime\/rows\/required-values\.ts$/,
    text: /^unit\.model\.isOwned$/,
  },
  {
    reason: 'saves time: a row is opened to tell nobody of its write',
    file: /src\/runtime\/execute\/with-hooks\.ts$/,
    text: /^(?:!hooks \|\| )?!\(isDeclared\(unit, 'after'\) \|\| isDeclared\(unit, 'committed'\)\)$/,
  },
  {
    reason: 'times longer than anybody waits: a file that comes in for an hour',
    file: /src\/runtime\/http\/receive-time\.ts$/,
    text: /^3_600_000$/,
  },
  {
    reason: 'saves time: answers of writes without protected fields are not sealed as well',
    file: /src\/runtime\/execute\/answers\.ts$/,
    text: /^\(target\.kind === 'custom' \|\| target\.unit\.model\.fields\.some\(isProtected\)\)$/,
  },
  {
    reason: 'saves time: how many patterns, plans and statements made before are kept for the next time',
    file: /src\/runtime\/values\/like\.ts$/,
    text: /^100$/,
  },
  {
    reason: 'saves time: how many patterns, plans and statements made before are kept for the next time',
    file: /src\/runtime\/values\/pattern\.ts$/,
    text: /^10_000$/,
  },
  {
    reason: 'saves time: how many patterns, plans and statements made before are kept for the next time',
    file: /src\/(?:sqlite|postgresql)\/(?:connection|placeholders)\.ts$/,
    text: /^(?:500|200|5000|20_000)$/,
  },
  {
    reason: 'saves time: which reads were long before, and for how long that is remembered',
    file: /src\/sqlite\/database\.ts$/,
    text: /^(?:500|5000)$/,
  },
  { reason: 'shapes a sentence: what development tells of a refusal', file: /src\/runtime\/call\/why\.ts$/ },
  { reason: 'shapes a sentence: whether a noun has the article a or an', file: /src\/runtime\/problem\/article\.ts$/ },
  {
    reason: 'saves time: a number of a thousand digits is kept as it is, and not compared first (exact-json.test.ts)',
    file: /src\/runtime\/values\/exact-json\.ts$/,
    text: /^!outOfRange\.test\(digits\)$/,
  },
  {
    reason:
      'a shorter way whose longer one gives the same: no digits spell what is not finite, and equal texts are spelled alike (exact-json.test.ts)',
    file: /src\/runtime\/values\/exact-json\.ts$/,
    text: /^(?:Number\.isFinite\(value\)|digits === String\(value\))$/,
  },
  {
    reason: 'of a client that has left a stream, who is told nothing any more (grpc/transport/connect)',
    file: /src\/grpc\/connect\/connect\.ts$/,
    text: /^error\.code === 'ERR_STREAM_PREMATURE_CLOSE'$/,
  },
  {
    reason: 'shapes a sentence: that there are more errors is said once',
    file: /src\/runtime\/problem\/problem\.ts$/,
    text: /^!detail\.endsWith\(moreErrors\)$/,
  },
  {
    reason: 'is judged where charters are checked: a service is made from limits and patterns that were',
    file: /src\/runtime\/(?:values\/pattern|call\/model)\.ts$/,
    text: /^(?:foreign|[\d_]+)$/,
  },
  {
    reason: 'of callers, which write requests with it; a service reads them',
    file: /src\/runtime\/selection\/json\.ts$/,
  },
  {
    reason:
      'a longer way that fails alike: what a statement fails with here, it fails with in the process that reads for this one',
    file: /src\/sqlite\/database\.ts$/,
    text: /^!\(error instanceof CutShort\)$/,
  },
  {
    reason: 'a race of microseconds: a process that was just ended has said its answer',
    file: /src\/sqlite\/read-apart\.ts$/,
    text: /^!job$/,
  },
  {
    reason: 'of a client that has gone: nobody is there to be answered',
    file: /src\/runtime\/(?:limits\/until|http\/server)\.ts$/,
    text: /^(?:until\.abort\?\.aborted|error\.code === 'ECONNRESET'(?: \|\| !socket\.writable)?)$/,
  },
  {
    reason: 'times longer than anybody waits',
    file: /src\/runtime\/limits\/until\.ts$/,
    text: /^2_147_483_647$/,
  },
  {
    reason:
      'times longer than anybody waits: headers that take more than ten seconds, a minute in which nothing is asked (http/server.test.ts)',
    file: /src\/runtime\/http\/server\.ts$/,
    text: /^(?:10_000|65_000)$/,
  },
  {
    reason: 'room: a turn that was ended twice would let another more in at once, which nobody sees (turns.test.ts)',
    file: /src\/runtime\/limits\/turns\.ts$/,
    text: /^isTaken$/,
  },
  {
    reason:
      'room: a place that was given back twice would let another more in at once: takes five hundred connections, or a race (places.test.ts)',
    file: /src\/runtime\/limits\/places\.ts$/,
    text: /^!isHeld$/,
  },
  {
    reason:
      'of a client that takes nothing of its answer, as none of ours does, for as long as a request may take (unread.test.ts)',
    file: /src\/runtime\/http\/unread\.ts$/,
    text: /^(?:1000|nowMs - before\.sinceMs >= unreadMs)$/,
  },
  {
    reason: 'of a client that does not close what was closed for it, as all of ours do (unread.test.ts)',
    file: /src\/runtime\/http\/server\.ts$/,
    text: /^5000$/,
  },
  {
    reason: 'a shorter way whose longer one gives the same: of base64 without padding no bit is unused',
    file: /src\/runtime\/values\/read\.ts$/,
    text: /^unused > 0$/,
  },
  {
    reason: 'saves time: of how long a text is sent as bytes, which are the same',
    file: /src\/runtime\/http\/body\.ts$/,
    text: /^8192$/,
  },
  {
    reason:
      'of the record, which tells reads of no row to auditors of the ledger (packages/service: aggregate.test.ts)',
    file: /src\/runtime\/execute\/aggregate\.ts$/,
    text: /^names\.has\(field\.name\)$/,
  },
  {
    reason: 'times longer than anybody waits: a session is over with its credential (http/session/sessions.test.ts)',
    file: /src\/runtime\/http\/session\/sessions\.ts$/,
    text: /^session\.untilMs <= nowMs\(\)$/,
  },
]
