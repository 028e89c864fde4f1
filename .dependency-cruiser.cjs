// The walls of the house: who may import whom. Each rule's comment says what it protects.
const { builtWith } = require('./package.json')

const inside = path => ({ path: `^${path}` })
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Rooms of a house, lowest first: each may use those before it. */
const inOrder = (house, rooms, cure) =>
  rooms.map((room, index) =>
    rule(
      `${house.replaceAll('/', '-')}-${room}`,
      `${house}/${room} may use only the rooms below it (${rooms.slice(0, index).join(', ') || 'none'}): ${cure}`,
      { path: `^${house}/${room}/`, pathNot: '\\.test\\.tsx?$' },
      { path: `^${house}/(${[...rooms.slice(index + 1), 'testing', 'system-tests'].join('|')})/` },
    ),
  )

module.exports = {
  forbidden: [
    ...inOrder(
      'server',
      ['platform', 'config', 'gateways', 'modules', 'ops', 'demo', 'observe', 'site', 'start'],
      'take what is needed as a parameter, or move it down.',
    ),
    ...inOrder(
      'web/lib',
      ['browser', 'navigation', 'texts', 'call', 'locale', 'errors', 'forms', 'reader', 'flags'],
      'take what is needed as a parameter, or move it down.',
    ),
    rule(
      'server-programs',
      'app.ts, main.ts and worker.ts put the rooms together; no room uses them: take what is needed as a parameter.',
      { path: '^server/[^/]+/', pathNot: '^server/(testing|system-tests)/|\\.test\\.ts$' },
      { path: '^server/[^/]+\\.ts$' },
    ),
    rule(
      'web-build',
      'The plugins of the build stay out of the browser, which may take their types: import type.',
      { path: '^web/(?!build/)', pathNot: '\\.test\\.tsx?$' },
      { path: '^web/build/', dependencyTypesNot: ['type-only'] },
    ),
    rule('no-circle', 'A circle means that two things are one.', {}, { circular: true }),
    rule(
      'contract-is-alone',
      'The contract knows zod and itself.',
      { path: '^contract/', pathNot: '\\.test\\.ts$' },
      {
        pathNot: '^(contract/|node_modules/zod/)',
      },
    ),
    rule(
      'testing-is-for-tests',
      'Examples and situations are for tests, never for the product.',
      { path: '^(contract|web)/', pathNot: '^(contract|web)/testing/|\\.test\\.tsx?$' },
      { path: '^(contract|web)/testing/' },
    ),
    rule('ui-knows-no-domain', 'Components may be used by any product.', inside('web/ui/'), {
      pathNot: '^(web/ui/|node_modules/(react|react-dom|@types/react)|node:|vite/)',
    }),
    rule('web-lib', 'The browser library knows the contract, never a screen.', inside('web/lib/'), {
      path: '^(web/(?!(lib|build|testing)/)|server/|e2e/|bench/)',
    }),
    rule('blocks', 'A block is made of lib and ui, for any feature or page.', inside('web/blocks/'), {
      path: '^(web/(?!(blocks|lib|ui)/)|server/)',
    }),
    rule(
      'features-are-islands',
      'A feature never imports another feature.',
      { path: '^web/features/([^/]+)/' },
      { path: '^(web/features/(?!$1/)|web/(app|pages|login)/|server/)' },
    ),
    rule('pages', 'A page composes features.', inside('web/pages/'), { path: '^(web/(app|login)/|server/)' }),
    rule(
      'two-documents',
      'Login with shop and account area are documents of their own, which share no more than the start screens: move what both need to lib or blocks.',
      inside('web/(login|app)/'),
      { path: '^web/(app/(?!start-screens\\.)|login/)', pathNot: '^web/$1/' },
    ),
    rule(
      'rendered-for-everybody',
      'What the server renders knows no reader: a module that keeps one would tell the next of the last.',
      { path: '^web/login/render\\.tsx$' },
      { path: '^web/(lib/(flags/|reader/load-user\\.)|app/|login/(main|start-login)\\.)', reachable: true },
    ),
    rule('web-is-no-server', 'The browser gets no server code.', inside('web/'), { path: '^server/' }),
    rule('server-is-no-web', 'The server gets no browser code.', inside('server/'), { path: '^web/' }),
    rule(
      'modules-meet-at-the-door',
      'Another module is entered through its index.ts only.',
      { path: '^server/modules/([^/]+)/' },
      { path: '^server/modules/(?!$1/)[^/]+/(?!(index|tables)\\.ts$)' },
    ),
    rule(
      'tables-for-keys-and-joins',
      "Another module's tables are named for foreign keys (tables.ts) and for joins that read (store.ts) only.",
      { path: '^server/modules/([^/]+)/', pathNot: '/(tables|store|[a-z]+-store)\\.ts$|\\.test\\.ts$' },
      { path: '^server/modules/(?!$1/)[^/]+/tables\\.ts$' },
    ),
    rule(
      'modules-know-ports',
      'A module knows a gateway by its port only.',
      { path: '^server/modules/[^/]+/', pathNot: '\\.test\\.ts$' },
      { path: '^server/gateways/[^/]+/(?!port\\.ts$)' },
    ),
    rule(
      'built-with-what-a-start-installs',
      'The product is run with the dependencies, and built with those of development that package.json lists as builtWith: `npm start` installs no others.',
      {
        path: '^(server|web|vite\\.config\\.ts$|scripts/(build|dev|run|start)[^/]*$)',
        pathNot: '^(server|web)/testing/|^server/system-tests/|\\.test\\.tsx?$',
      },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: builtWith.map(name => `^node_modules/${name}/`),
      },
    ),
    rule('e2e-and-bench', 'Tests from outside stay outside.', inside('(e2e|bench)/'), {
      path: '^(web/|server/(?!testing/))',
    }),
  ],
  options: {
    // Its TypeScript parser knows no version from 7 on.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
