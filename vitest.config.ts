import { defineConfig } from "vitest/config"

/** Workspace packages resolve to their sources, so that no test waits for a build. */
const conditions = ["annotary-source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    projects: [
      { extends: true, test: { name: "packages", include: ["packages/*/test/**/*.test.ts"] } },
      { extends: true, test: { name: "examples", include: ["examples/*/test/**/*.test.ts"] } },
    ],
  },
})
