import { type Break, type Charter, emptyLock, updateLock } from '@charter/charter'
import { enumBreaks, messageBreaks } from './breaks/message.ts'
import { serviceBreaks } from './breaks/service.ts'
import { writeBreaks } from './breaks/write.ts'
import { givenOf, surfaceOf } from './surface.ts'

/**
 * Which changes between two charters break gRPC clients: those compiled from the contract before, by protobuf's rules for
 * source and wire (protobuf.dev/best-practices/dos-donts), and those that write what is no longer taken.
 */
export const breaks = (before: Charter, after: Charter): readonly Break[] => {
  if (before.serves.includes('grpc') && !after.serves.includes('grpc'))
    return [breaking(after.name, 'gRPC is no longer served.')]
  const lock = { ...updateLock(before, emptyLock), given: givenOf(before) }
  const [old, now] = [surfaceOf(before, lock), surfaceOf(after, lock)]
  if (old.package !== now.package)
    return [breaking(after.name, `The package ${old.package} is now ${now.package}: every name of it changes.`)]
  return [
    ...serviceBreaks(old, now),
    ...old.messages.flatMap((message) => messageBreaks(message, now)),
    ...old.enums.flatMap((each) => enumBreaks(each, now)),
    ...writeBreaks(before, after),
  ]
}

const breaking = (about: string, sentence: string): Break => ({ about, sentence, severity: 'breaking' })
