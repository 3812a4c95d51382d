import { join, relative } from 'node:path'
import { docsSite } from '@charter/project/docs/docs-site'
import { placeIn } from '@charter/project/inside'
import { loadCharter } from '@charter/project/load'
import { shortPath } from '@charter/project/short-path'
import { writeFiles } from '@charter/project/write-files'
import { defineCommand, exitCodes, forceOption, jsonOption } from '../command.ts'

export const docs = defineCommand({
  usage: '[<file or folder>] [-o <folder> [--force]]',
  options: {
    out: { type: 'string', short: 'o', value: 'folder', description: 'Where the site is written; default: site.' },
    force: forceOption,
    json: jsonOption,
  },
  examples: ['charter docs clinic.yaml', 'charter docs starters/healthcare -o public/docs'],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(asked.words[0] ?? '.')
    // What lies where one stands may be a link that came with a repository.
    const folder = asked.text('out') ?? relative('', placeIn('.', 'site'))
    const progress = terminal.progress('Making every call of the documentation')
    const site = await docsSite(loaded).finally(() => progress.done())
    writeFiles(folder, site, { isForced: asked.flag('force') })
    if (asked.flag('json')) terminal.json({ written: Object.keys(site).map((file) => join(folder, file)) })
    else
      terminal.line(
        `Wrote ${Object.keys(site).length} files. Open ${shortPath(folder)}/index.html: it needs no server.`,
      )
    return exitCodes.fine
  },
})
