// Which numbers of the site the tests of a file really use. Names in comments, in titles and in text are not uses.
import ts from 'typescript'

const sources = /(?:^@sshore\/docs-search|\/site-constants\.ts)$/
/** What `siteConstants` itself is bound to: its properties are the numbers. */
const all = ''

const callee = (node: ts.Expression): string =>
  ts.isIdentifier(node)
    ? node.text
    : ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)
      ? callee(node.expression)
      : ''

/** Numbers by the names they have in the file. */
function boundIn(file: ts.SourceFile): ReadonlyMap<string, string> {
  const bound = new Map<string, string>()
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const named = statement.importClause?.namedBindings
      if (!sources.test(statement.moduleSpecifier.text) || !named || !ts.isNamedImports(named)) continue
      for (const { name, propertyName } of named.elements) {
        const number = (propertyName ?? name).text
        bound.set(name.text, number === 'siteConstants' ? all : number)
      }
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        const from = initializer && ts.isIdentifier(initializer) ? bound.get(initializer.text) : undefined
        if (from !== all || !ts.isObjectBindingPattern(name)) continue
        for (const { name: local, propertyName } of name.elements) {
          if (ts.isIdentifier(local)) bound.set(local.text, (propertyName ?? local).getText(file))
        }
      }
    }
  }
  return bound
}

/** Such as `hitsPerPage` and `imageZoom.startMilliseconds`: what the bodies of the tests in a file read. */
export function numbersUsed(text: string): ReadonlySet<string> {
  const file = ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest, false)
  const bound = boundIn(file)
  const used = new Set<string>()
  const numberOf = (node: ts.Node): string | undefined => {
    if (ts.isIdentifier(node)) return bound.get(node.text)
    if (!ts.isPropertyAccessExpression(node)) return undefined
    const from = numberOf(node.expression)
    return from === undefined ? undefined : from === all ? node.name.text : `${from}.${node.name.text}`
  }
  const visitBody = (node: ts.Node): void => {
    const number = numberOf(node)
    if (number !== undefined) used.add(number)
    if (ts.isPropertyAccessExpression(node)) visitBody(node.expression)
    else if (ts.isPropertyAssignment(node)) visitBody(node.initializer)
    else ts.forEachChild(node, visitBody)
  }
  const visit = (node: ts.Node): void => {
    const isTest = ts.isCallExpression(node) && callee(node) === 'it'
    if (!isTest) return ts.forEachChild(node, visit)
    for (const each of node.arguments) {
      if (ts.isArrowFunction(each) || ts.isFunctionExpression(each)) visitBody(each.body)
    }
  }
  visit(file)
  return used
}
