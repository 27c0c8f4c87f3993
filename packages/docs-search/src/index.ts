export { createEngine, type EngineOptions, type SearchEngine } from './engine.ts'
export { type IndexedPage, type IndexFile, indexFileFormat, parseIndexFile, type Section } from './index-file.ts'
export { type Hit, ProtocolRefusal, type QueryAnswer } from './protocol.ts'
export type { Level } from './records.ts'
