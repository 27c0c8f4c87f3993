// Keeps the compiled form of the sources for the next start, which then takes half the time. It lies inside of the installation and
// not in a folder for temporary files: whoever can write there decides what runs here. Where the folder cannot be written, nothing is kept.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../../.cache/compiled'))
