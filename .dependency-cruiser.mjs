// The arrows between packages (docs/ARCHITECTURE.md). Every rule says what to do instead.

/** Tests, and what only tests of the same package use. */
const testCode = String.raw`(\.test\.tsx?|/test(ing)?-[^/]+\.ts|/testing/.+\.ts)$`

/** What each package may import of our own. Neither list nor comment needs more when a package gains a file. */
const arrows = {
  contract: {
    mayImport: [],
    instead: 'The contract is the ground floor: describe as data what crosses the border, and let others import that.',
  },
  link: {
    mayImport: ['contract'],
    instead:
      'The link knows only the contract; whatever it needs from a runtime comes in through its LinkSocket and Clock.',
  },
  docker: {
    mayImport: ['contract', 'link'],
    instead:
      'The package of container engines serves a link and knows neither server nor agent: hand in what it needs.',
  },
  'ssh-transport': {
    mayImport: [],
    instead: 'The transport knows RFC 4253 and nothing of ours: hand in what it needs through its config.',
  },
  'docs-search': {
    mayImport: [],
    instead: 'The search knows pages of text and nothing of ours: hand in the index that it is to answer from.',
  },
  recording: {
    mayImport: [],
    instead: 'A recording is a file format and knows nothing of ours: hand in what it is to hold.',
  },
  client: {
    mayImport: ['contract'],
    instead: 'The client derives from the contract alone; hand it a Transport for whatever carries the request.',
  },
  server: {
    mayImport: ['contract', 'client', 'recording', 'docker', 'link'],
    instead: 'The server speaks contract: add an endpoint or a bus message, and let the other process call it.',
  },
  gateway: {
    mayImport: ['contract', 'client', 'link', 'ssh-transport', 'recording'],
    instead:
      'The gateway asks the server through the typed client and the device through the link; extend the contract.',
  },
  agent: {
    mayImport: ['contract', 'client', 'link', 'docker'],
    instead:
      'The agent asks the server through the typed client and the gateway through the link; extend the contract.',
  },
  console: {
    mayImport: ['contract', 'client'],
    instead: 'The console is a client like any other: what it shows comes from a contract endpoint.',
  },
  sshore: {
    mayImport: ['contract', 'client', 'link', 'recording', 'docs-search', 'server', 'gateway', 'agent', 'docker'],
    instead: 'The command composes what ships; something that only tests need belongs in testkit.',
  },
  testkit: {
    mayImport: [
      'contract',
      'client',
      'link',
      'ssh-transport',
      'recording',
      'server',
      'gateway',
      'agent',
      'sshore',
      'docker',
    ],
    instead: 'Drive the console through its built pages, as a user does.',
  },
}

const arrowRules = Object.entries(arrows).map(([name, { mayImport, instead }]) => ({
  name: `arrows-of-${name}`,
  comment: instead,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: testCode },
  to: {
    path: String.raw`^(packages/|node_modules/@sshore/)`,
    pathNot: `^(packages|node_modules/@sshore)/(${[name, ...mayImport].join('|')})/`,
  },
}))

export default {
  forbidden: [
    ...arrowRules,
    {
      name: 'unit-tests-stay-in-their-package',
      comment:
        'A unit test sees what its package sees. A test that needs several processes belongs in e2e/ and uses testkit.',
      severity: 'error',
      from: {
        path: String.raw`^packages/(contract|link|client|ssh-transport|docs-search|recording|server|gateway|agent|console)/.*\.test\.tsx?$`,
      },
      to: { path: '^packages/(testkit|sshore)/' },
    },
    {
      name: 'packages-by-name',
      comment: "Import another package by its name ('@sshore/contract'), so that its index.ts stays its only face.",
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/$1/',
          String.raw`^packages/([^/]+/src/index|link/src/byte-text|recording/src/node/primitives|server/src/platform/key-file|server/src/features/billing/testing/stripe-peer)\.ts$`,
        ],
      },
    },
    {
      name: 'neutral-packages',
      comment:
        'contract, link, recording, docs-search and client also run in a browser and under Bun: take what you need from the runtime as an argument instead of importing a Node module.',
      severity: 'error',
      from: {
        path: '^packages/(contract|link|recording|docs-search|client|console)/src/',
        pathNot: [testCode, '^packages/recording/src/node/'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-by-their-face',
      comment:
        "A server feature reaches another one through that feature's index.ts or through a typed hook; export what you need there.",
      severity: 'error',
      from: { path: '^packages/server/src/features/([^/]+)/', pathNot: testCode },
      to: {
        path: '^packages/server/src/features/',
        pathNot: ['^packages/server/src/features/$1/', String.raw`^packages/server/src/features/[^/]+/index\.ts$`],
      },
    },
    {
      name: 'console-parts-below-features',
      comment:
        'What every feature of the console stands on knows none of them: move what both need into parts, or into forms when it is about filling in.',
      severity: 'error',
      from: {
        path: '^packages/console/src/(parts|forms|language|notices|session|live|palette)/',
        pathNot: testCode,
      },
      to: { path: String.raw`^packages/console/src/(features/|features\.ts$)` },
    },
    {
      name: 'console-parts-below-frame',
      comment:
        'The frame of the console and its palette are made of parts and forms, not the other way round: move what both need into parts.',
      severity: 'error',
      from: { path: '^packages/console/src/(parts|forms|language|notices|session|live)/', pathNot: testCode },
      to: { path: '^packages/console/src/(layout|palette|router)/' },
    },
    {
      name: 'console-parts-below-forms',
      comment: 'Forms are made of parts, not the other way round: move what both need into parts.',
      severity: 'error',
      from: { path: '^packages/console/src/parts/', pathNot: testCode },
      to: { path: '^packages/console/src/forms/' },
    },
    {
      name: 'console-features-know-no-palette',
      comment: 'The palette finds what features show; move what both need into parts.',
      severity: 'error',
      from: { path: '^packages/console/src/features/', pathNot: testCode },
      to: { path: '^packages/console/src/palette/' },
    },
    {
      name: 'ssh2-behind-the-gateway',
      comment:
        'Take ssh2 from stock-agents/ssh2-library.ts in the gateway, which keeps its addon from ending the process; nothing but the gateway and the testkit needs it.',
      severity: 'error',
      from: { path: '^packages/', pathNot: String.raw`^packages/gateway/src/stock-agents/ssh2-library\.ts$` },
      to: { path: '(^|/)node_modules/(ssh2|@types/ssh2)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-ships-test-code',
      comment: 'Move what production needs out of the test file; tests import production, never the other way round.',
      severity: 'error',
      from: { path: '^packages/(?!testkit/)[^/]+/src/', pathNot: testCode },
      to: {
        path: [testCode, '^packages/testkit/', '(^|/)node_modules/(vitest|fast-check|playwright-core)/'],
      },
    },
    {
      name: 'no-circle',
      comment: 'Move what both sides need into a third file that knows neither.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'declared-dependencies',
      comment: 'Declare the dependency, pinned, in the package.json of the package that imports it (npm install -w).',
      severity: 'error',
      from: { path: '^(packages|e2e|bench|tools)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '^node_modules/@types/' },
    },
    {
      name: 'resolvable',
      comment: 'The import leads nowhere: check the path, its .ts extension, or the dependency list.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^bun(:|$)' },
    },
    {
      name: 'no-deprecated-core',
      comment: 'Node is going to remove this module; use what its documentation names as the replacement.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['deprecated'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The documentation site has packages of its own, which may not be installed; it knows the product through documents.
    exclude: { path: ['(^|/)dist/', String.raw`^\.cache/`, '^packages/website/'] },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
