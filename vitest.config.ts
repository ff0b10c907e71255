import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Workspace packages resolve to their sources, so that no test waits for a build. */
const conditions = ["annotary-source", "node", "development|production"]

/** One Postgres for all tests of a run; each test has a schema of its own in it. */
const globalSetup = "packages/test-support/src/postgres/globalSetup.ts"
const setupFiles = ["packages/test-support/src/freeThread.ts", "packages/test-support/src/idsOfNow.ts"]

/**
 * Files that take half a minute or more. Vitest begins with the largest files, and these are short: they run a suite of another file.
 */
const long =
  /(storage-(postgres|sqlite)\/test\/contract|server\/test\/(archives|commands|formats|proxies\/server|serve|upgrading|userDelete)|documents|sentences|contractInMemory\.long|everyPage|matrix|scopes|backup|(silence|hostile|behaviour|models|kills|kill9)\.long|drafts|answers)\.test\.ts$/

/** A worker more than half of the processors again, because a third of its time is waiting; few enough for the memory and the one Postgres. */
const workers = Math.min(12, Math.ceil(availableParallelism() * 1.5))

/** Begins with what takes longest, so that no processor is idle while another works on the last file. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  resolve: { conditions },
  // As Node resolves: it cannot load what some packages keep for bundlers under "module".
  ssr: { resolve: { conditions, mainFields: [] } },
  test: {
    // Most tests take milliseconds: a machine that is busy with other work fails none of them.
    testTimeout: 60_000,
    // Tests that say they may run beside each other: more would not use two processors better.
    maxConcurrency: 3,
    hookTimeout: 60_000,
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // Files of one worker share the modules they load, to load them anew took half of all the time; no test changes a module.
    isolate: false,
    // As many at least as at most: the pool of vitest 3.2 ends an idle worker above the least number twice, and so cuts off a run
    // whose tests pass (findings/vitest-idle-workers.sh).
    poolOptions: { forks: { minForks: workers, maxForks: workers } },
    projects: [
      {
        extends: true,
        test: {
          name: "packages",
          globalSetup,
          setupFiles,
          include: ["packages/*/test/**/*.test.ts"],
          exclude: ["**/*.{long,broker}.test.ts", "packages/console/test/browser/**"],
        },
      },
      // Event sinks against real message brokers, which `.ci/brokers` starts.
      {
        extends: true,
        test: {
          name: "brokers",
          globalSetup,
          setupFiles,
          include: ["packages/*/test/**/*.broker.test.ts"],
        },
      },
      // Chromium against a running server, with the console as it was built.
      {
        extends: true,
        test: { name: "browser", setupFiles, include: ["packages/console/test/browser/**/*.test.ts"] },
      },
      // Storms, kills and slow receivers, and every property with all of its runs: many tests of formats are properties.
      {
        extends: true,
        test: {
          name: "long",
          globalSetup,
          setupFiles,
          env: { ANNOTARY_TEST_LONG: "1" },
          include: ["packages/*/test/**/*.{long,property}.test.ts", "packages/formats/test/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: { name: "examples", globalSetup, setupFiles, include: ["examples/*/test/**/*.test.ts"] },
      },
    ],
  },
})
