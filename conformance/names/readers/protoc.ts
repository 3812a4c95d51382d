import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { complaintsOf, inFolder, isThere } from '../in-folder.ts'
import { oneByOne, type Reader } from '../reader.ts'

const python = '/usr/bin/python3'
/** Where Debian keeps what contracts import. */
const known = '/usr/include/google/protobuf/field_mask.proto'

/** protoc writes Python and Java from each contract, and Python imports what it wrote. */
export const protoc: Reader = {
  name: 'protoc (Python, Java)',
  missing: () => {
    if (!isThere('protoc', ['--version'])) return 'protoc is not installed: apt-get install protobuf-compiler'
    if (!existsSync(known)) return 'protobuf\u2019s own files are not installed: apt-get install libprotobuf-dev'
    if (!isThere(python, ['-c', 'import google.protobuf']))
      return 'protobuf for Python is not installed: apt-get install python3-protobuf'
    return null
  },
  read: oneByOne(({ grpc = {} }) =>
    inFolder(grpc, async (folder) => {
      const root = join(folder, 'proto')
      await Promise.all(['python', 'java'].map((name) => mkdir(join(folder, name))))
      const from = [`-I${root}`, ...Object.keys(grpc).map((file) => join(folder, file))]
      return [
        ...complaintsOf('protoc', [`--python_out=${folder}/python`, `--java_out=${folder}/java`, ...from]),
        ...complaintsOf(python, ['-c', importAll, join(folder, 'python')]),
      ]
    }),
  ),
}

/** Every module that was written is imported, which compiles it and builds its descriptors. */
const importAll = `
import importlib, os, sys
root = sys.argv[1]
sys.path.insert(0, root)
for folder, _, files in os.walk(root):
    for file in sorted(files):
        if file.endswith(".py"):
            path = os.path.relpath(os.path.join(folder, file), root)
            importlib.import_module(path[:-3].replace(os.sep, "."))
`
