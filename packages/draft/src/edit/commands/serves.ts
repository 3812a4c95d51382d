import type { Command } from '../command.ts'
import { listed, Unclear } from '../desk.ts'

const styles = /\b(graphql|grpc|soap|mcp|rest)\b/gi
/** Words that say no more than that it should be so. */
const filler =
  /\b(?:make|serve|serves|offer|expose|support|provide|add|give|allow|have|has|it|the|api|apis|service|charter|everything|this|an?|as|well|also|too|and|or|in|over|through|via|with|by|please|speak|speaks|available|interface|endpoint|endpoints|should|must|can|be|to|we|want|need|us|only|just|style|protocol|clients?|for|use|using|usable|callable|reachable|is|are|now|besides|alongside|addition|additionally|on|top|of)\b/gi
const without =
  /\b(?:remove|drop|stop|no longer|without|disable|not|don't|delete|take away|no more|turn off|away|any ?more|serving|offering)\b/gi

/** `make it GraphQL too`, `serve it over gRPC as well`, `drop SOAP`. */
export const serves: Command = {
  example: 'make it GraphQL too',
  run: (clause, desk) => {
    const asked = [...new Set([...clause.text.matchAll(styles)].map(([style]) => style.toLowerCase()))]
    const isRemoval = new RegExp(without.source, 'i').test(clause.text)
    const residue = clause.text.replace(styles, ' ').replace(filler, ' ').replace(without, ' ')
    if (asked.length === 0 || /[\p{L}\d]/u.test(residue)) return false
    const before = desk.charter.serves
    const after = isRemoval
      ? before.filter((style) => !asked.includes(style))
      : [...before, ...asked.filter((style) => !before.includes(style))]
    if (after.length === before.length)
      throw new Unclear(`It is ${isRemoval ? 'not ' : ''}served over ${listed(asked)} already.`)
    if (after.length === 0)
      throw new Unclear('An API is served over one style at least. Add another first ("make it GraphQL too").')
    if (desk.sheet.value(['serves']) === undefined) desk.sheet.set(['serves'], before)
    desk.sheet.set(['serves'], after)
    desk.did(
      clause,
      'serves',
      `${isRemoval ? 'No longer served' : 'Served'} over ${listed(asked)}${isRemoval ? '' : ' too'}.`,
    )
    return true
  },
}
