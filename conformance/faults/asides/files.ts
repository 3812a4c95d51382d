import type { Aside } from '../aside.ts'

/** Of files of rows. What is said of tests here `npm run faults-beside` judges. */
export const fileAsides: readonly Aside[] = [
  {
    reason: 'of a store that speaks as S3, which a judged service has not (files/s3/s3-objects.test.ts)',
    file: /src\/runtime\/files\/s3\//,
  },
  {
    reason: 'of a folder that goes away, or a system without its flush (files/folder-objects.test.ts)',
    file: /src\/runtime\/files\/folder-objects\.ts$/,
    text: /ENOENT|namedTriesMax|win32|^5$/,
  },
  {
    reason: 'of what somebody has changed in the store past the service (files/testing/files-conformance.ts)',
    file: /src\/runtime\/files\/(?:file-record|find-file|file-keys|parts|sealed-part|read-file|open-file-store|uploads)\.ts$/,
    text: /^(?:kept\?\.version !== 1|isDigest\(digest\)|.*Number\.isSafeInteger\(bytes\).*|bytes > 0|parts\.reduce.*|file\.digest !== digest|\(sealing === undefined\) !== .*|bytes\.length !== keyBytes|.*entry\.key !== partKey.*|!found|length === undefined|segment < lengths\.length|sealedBytes\(bytes\) === sealed|.*hash\.digest\('hex'\).*|.*kinds\.every.*)$/,
  },
  {
    reason:
      'of a look that nobody has written yet, or that nobody waits for any more (packages/service: files.test.ts)',
    file: /src\/runtime\/files\/scan\.ts$/,
    text: /itsOwn\.has/,
  },
  {
    reason: 'shapes a sentence: what own code takes for a file and is none fails without it too, and says less',
    file: /src\/runtime\/execute\/files\/file-of-row\.ts$/,
    text: /^!field\?\.file \|\| !files$/,
  },
  {
    reason: 'of what somebody has put where an upload begins (files/uploads.test.ts)',
    file: /src\/runtime\/files\/uploads\.ts$/,
    text: /^65_536$/,
  },
  {
    reason:
      'of the same bytes that come again to a file of which something is gone (files/testing/copies-conformance.ts)',
    file: /src\/runtime\/files\/store-upload\.ts$/,
    text: /^(?:!found|parts\.length === .*|parts\.every.*|.*error\.problem\.code === 'internal')$/,
  },
  {
    reason: 'a race: who finishes, ends or removes the same at the same moment (files/resumed.test.ts, files.test.ts)',
    file: /src\/runtime\/(?:files\/(?:append|store-upload)|execute\/files\/(?:count-files|file-calls|remove-file))\.ts$/,
    text: /^(?:!\(await putPart.*|copies\.includes\(id\)|!\(await objects\.putNew.*|!\(await uploads\.has\(id\)\)|finishing\.has\(id\)|tries === triesMax|isNamed|asked\.context\(\)\.abort\?\.aborted|by > 0 && .*|names <= 0|!\(await byDeadline.*)$/,
  },
  {
    reason: 'of a migration that drops files (packages/service: files-migrated.test.ts)',
    file: /src\/runtime\/execute\/files\/recount-files\.ts$/,
  },
  {
    reason: 'times longer than anybody waits: a scan, an upload that nobody goes on with, a file that no row names',
    file: /src\/runtime\/execute\/files\/(?:file-calls|file-work|remove-file|in-time)\.ts$/,
    text: /^(?:300_000|600_000|3_600_000|86_400_000|30_000)$/,
  },
  {
    reason: 'only saves time: a kind that is known to be refused is refused before the rest has come (files.test.ts)',
    file: /src\/runtime\/files\/append\.ts$/,
    text: /^(?:isKindKnown|requireKind\(kindOf\(startWith.*|judgeKind\(\))$/,
  },
  {
    reason: 'of a run that goes while it is followed, and the type checker asks (call/followed-run.ts)',
    file: /src\/runtime\/call\/followed-run\.ts$/,
    text: /^(?:!row|row\[endField\] !== null|first\.kind !== .*)$/,
  },
  {
    reason: 'of processes and databases that die under a run (packages/service: jobs.test.ts; npm run jobs)',
    file: /src\/runtime\/execute\/jobs\/(?:run-job|run-part|by-itself)\.ts$/,
    text: /^(?:.*hasComeOn.*|.*interruptedMax|error\.why === 'interrupted'|50|!\(await executing\.queue\.holdWork.*|operation\?\.job === undefined)$/,
  },
  {
    reason: 'takes half a minute: a reader who takes too little (packages/service: files-slow-readers.test.ts)',
    file: /src\/runtime\/execute\/files\/in-time\.ts$/,
    text: /^passed < leastBytes$/,
  },
  {
    reason: 'room: how much of a file is in memory at once, and how long its keys are',
    file: /src\/runtime\/files\/(?:read-file|service-files)\.ts$/,
    text: /^(?:65_536|600_000)$/,
  },
]
