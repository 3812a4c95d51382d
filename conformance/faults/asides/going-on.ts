import type { Aside } from '../aside.ts'

/** Of what goes on past its call: jobs, what happens by itself, webhooks. */
export const goingOnAsides: readonly Aside[] = [
  {
    reason:
      'of another tenant, of another secret of the service, and of whoever else may act on a webhook (packages/service: webhooks-hostile.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/(?:subscriber|tell-webhooks|webhook-bodies)\.ts$/,
    text: /^(?:!unit \|\| .*|!values|(?:row\?|stored)\.subscriber !== principal\.id)$/,
  },
  {
    reason: 'of changes that a webhook did not ask for (packages/service: webhooks.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/tell-webhooks\.ts$/,
    text: /^(?:isAskedFor\(each, change\)|\(changes\?\.includes\(change\) \?\? true\))$/,
  },
  {
    reason:
      'of a database that goes away meanwhile, or of what was taken away (packages/service: webhooks-interrupted.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/(?:deliver|subscriber|tell-webhooks)\.ts$/,
    text: /^(?:!subscriber|!grant|error instanceof ProblemError|!\(error instanceof ProblemError\) \|\| error\.problem\.code === 'unavailable')$/,
  },
  {
    reason:
      'of a database that goes away meanwhile: it is away for what is asked next, too (packages/service: webhooks-interrupted.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/tell-webhooks\.ts$/,
    text: /^(?:error instanceof ProblemError && )?error\.problem\.code === 'unavailable'$/,
  },
  {
    reason: 'of a row that its subscriber sees no more when it is sent (packages/service: webhooks-hostile.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/deliver\.ts$/,
    text: /^!data$/,
  },
  {
    reason:
      'the type checker asks: deliveries are started with what is asked for here, and the field is the engine’s own',
    file: /src\/runtime\/execute\/webhooks\/(?:deliver|tell-webhooks)\.ts$/,
    text: /^(?:typeof entity !== 'string' \|\| !isObject\(key\)|field\?\.type\.kind === 'array')$/,
  },
  {
    reason: 'of more deliveries than one transaction starts (packages/service: webhooks.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/tell-webhooks\.ts$/,
    text: /^each\.id > told\.webhook$/,
  },
  {
    reason: 'of a day after a secret was made anew (packages/service: webhooks.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/subscription\.ts$/,
    text: /^before\.untilMs > nowMs$/,
  },
  {
    reason: 'only saves time: what is committed close together wakes whoever tells it once',
    file: /src\/runtime\/execute\/webhooks\/tell-webhooks\.ts$/,
    text: /^isComing$/,
  },
  {
    reason:
      'of addresses on the Internet, where no scenario sends anything, and of ten seconds (limits/outbound.test.ts)',
    file: /src\/runtime\/limits\/outbound\.ts$/,
    text: /^(?:why !== null|isIP\(address\) === 4|isMapped\(address\)|isIn\(globalList, address\)|family !== 0|isIP\(address\) === 0 \|\| isIn\(neverList, address\)|10_000)$/,
  },
  {
    reason: 'held twice: what a name leads to is an address, and who hangs up is told of by an error before',
    file: /src\/runtime\/limits\/outbound\.ts$/,
    text: /^(?:isIP\(address\) === 0|reject\(new Error\('The connection was closed before an answer\.'\)\))$/,
  },
  {
    reason: 'of what name servers say, which no scenario has (limits/addresses-of.test.ts)',
    file: /src\/runtime\/limits\/addresses-of\.ts$/,
  },
  {
    reason: 'of lanes that fail for long, or are many (execute/jobs/lanes.test.ts)',
    file: /src\/runtime\/execute\/jobs\/lanes\.ts$/,
    text: /^(?:0|Math\.min|lane\.running === 0|begunMs < lane\.closedUntilMs|ended !== 'failed'(?: \|\| begunMs < lane\.closedUntilMs)?)$/,
  },
  {
    reason: 'only saves time: lanes that are idle are looked for every five minutes',
    file: /src\/runtime\/execute\/jobs\/lanes\.ts$/,
    text: /^nowMs < sweepAtMs$/,
  },
  {
    reason:
      'of what happens by itself, a minute on at least: a job when it is due, runs and files that nobody keeps (packages/service: by-itself.test.ts, files.test.ts)',
    file: /src\/runtime\/execute\/executor\.ts$/,
    text: /^await options\.queue\.ensureWork\((?:scheduledWork|sweepWork|fileSweep)\(/,
  },
  {
    reason: 'of what happens by itself, a minute on at least (packages/service: by-itself.test.ts)',
    file: /src\/runtime\/execute\/jobs\/by-itself\.ts$/,
    text: /^(?:before && !hasEnded\(before\)|!hasEnded\(before\)|!stored \|\| .*|!move\.from\.includes\(.*|error instanceof RunEnd(?: \|\| isOfDatabase\(error\))?|isOfDatabase\(error\)|times === 1|error instanceof Idle|3_600_000)$/,
  },
  {
    reason: 'of who has lost a move to another (packages/service: by-itself.test.ts)',
    file: /src\/runtime\/execute\/jobs\/run-job\.ts$/,
    text: /^error instanceof RunEnd$/,
  },
  {
    reason:
      'of processes that die, replicas that are not heard of, and databases that go away in a step (packages/service: jobs.test.ts)',
    file: /src\/runtime\/execute\/jobs\/run-(?:job|part)\.ts$/,
    text: /^(?:run\.held\.taken > diedMax|!\(await executing\.state\.holdWork\(run\.held, .*|\(error instanceof ProblemError && \['unavailable', 'timeout'\]\.includes\(error\.problem\.code\)\)|!row)$/,
  },
  {
    reason: 'of runs that somebody changes past the service (packages/service: jobs-attached.test.ts)',
    file: /src\/runtime\/execute\/jobs\/(?:run-job|sealed-start)\.ts$/,
    text: /isAsGiven|given|fields\.has\(name\)|before|isEmpty|isObject\(value\)/,
  },
  {
    reason: 'of an API key that ends while a run goes on (packages/service: jobs.test.ts)',
    file: /src\/runtime\/execute\/jobs\/run-part\.ts$/,
    text: /^(?:!key \|\| .*|!isTheirs|\(key\.expiresAtMs !== null && .*|key\.expiresAtMs <= executing\.nowMs\(\))$/,
  },
  {
    reason: 'times longer than anybody waits: when what cannot be read or asked here is looked at again',
    file: /src\/runtime\/execute\/jobs\/(?:run-job|by-itself)\.ts$/,
    text: /^(?:10_000|5_000|60_000|600_000)$/,
  },
  {
    reason: 'of another major that is served beside it (packages/service: two-majors.test.ts)',
    file: /src\/runtime\/execute\/(?:jobs\/run-job|webhooks\/(?:deliver|tell-webhooks|webhook-bodies))\.ts$/,
    text: /isOurs\(|^id === formerId$/,
  },
  {
    reason: 'of whoever writes into the database (packages/service: webhooks-hostile.test.ts)',
    file: /src\/runtime\/execute\/webhooks\/subscription\.ts$/,
    text: /^(?:row\.subscriber !== by\.principal\.id|row\.state !== state)/,
  },
  {
    reason: 'of another service that is not reached in a step (packages/service: jobs.test.ts)',
    file: /src\/runtime\/execute\/jobs\/run-part\.ts$/,
    text: /^!isElsewhere\(error\)$/,
  },
  {
    reason: 'how soon what nobody wakes is looked at again, or begun again after it failed',
    file: /src\/runtime\/execute\/(?:jobs\/(?:backoff|by-itself|leave-to-others)|webhooks\/tell-webhooks)\.ts$/,
    text: /^(?:Math\.min|10_000|500)$/,
  },
]
