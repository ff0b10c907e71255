/**
 * Packages are packed without the export condition `annotary-source`, by which the workspace imports their sources, and
 * `annotary-bundle`, the bundle for Node.js, becomes `node`: in the workspace it is only built when a package is packed or measured.
 * In a workflow they name its repository, which npm compares with the one that the provenance of a package states.
 */
const published = (target) => {
  if (typeof target !== "object" || target === null) return target
  return Object.fromEntries(
    Object.entries(target).flatMap(([key, value]) =>
      key === "annotary-source" ? [] : [[key === "annotary-bundle" ? "node" : key, published(value)]],
    ),
  )
}

/** The repository of a workflow, with the folder of the package; nothing elsewhere. */
export const findRepository = (
  name,
  { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server } = process.env,
) =>
  repository === undefined || server === undefined
    ? {}
    : {
        repository: {
          type: "git",
          url: `git+${server}/${repository}.git`,
          directory: `packages/${name.replace("@annotary/", "")}`,
        },
      }

export const hooks = {
  beforePacking: (manifest) => ({
    ...manifest,
    ...findRepository(manifest.name),
    exports: published(manifest.exports),
  }),
}
