import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** European Portuguese beside what is said in Brazil. */
const european =
  /(?<!\p{L})(utilizador(es)?|palavra-passe|ficheiros?|ecr[ãa]s?|consola|telem[óo]vel|contentor(es)?|defini[çc][õo]es|guardar|liga[çc][ãa]o|liga[çc][õo]es|registar|registo|subscri[çc][ãa]o|fatura[çc][ãa]o|equipa|aplica[çc][ãa]o|contactar|prima|descarregar|transferir|arranque|eliminar|demasiad[oa]s?|noutr[oa]|est[áa] a \p{L}+[aei]r)(?!\p{L})/iu

test('the Portuguese of the console is that of Brazil', () => {
  const folder = join(import.meta.dirname, '../packages/console/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const found = sources.flatMap((name) => {
    if (name.endsWith('.test.ts')) return []
    const word = european.exec(readFileSync(join(folder, name), 'utf8'))
    return word ? [`${name}: ${word[0]}`] : []
  })
  expect(found).toEqual([])
  expect(sources.length).toBeGreaterThan(100)
  expect(european.test('O servidor está a parar.')).toBe(true)
})
