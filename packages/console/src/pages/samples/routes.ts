/** The routes of the samples of a dataset. Filters and order are search parameters, so that every view is a link. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { datasetRoute, wholeWindowRoute } from "../../app/parents.ts"
import type { readFirstRows } from "./firstRows.ts"
import { sampleSearch } from "./search.ts"

const samples = createRoute({
  getParentRoute: () => datasetRoute,
  path: "samples",
  validateSearch: sampleSearch,
  // Without dependencies: a filter shows at once that its rows are on their way.
  loader: ({ context, location, params, preload }) =>
    preload
      ? undefined
      : waitBriefly(loadFirstRows(context.queryClient, params, sampleSearch(location.search))),
  component: lazyRouteComponent(() => import("./SamplesPage.tsx"), "SamplesPage"),
})

/** The page reads again what this could not. */
const loadFirstRows = async (...where: Parameters<typeof readFirstRows>): Promise<void> => {
  try {
    const { readFirstRows } = await import("./firstRows.ts")
    await readFirstRows(...where)
  } catch {
    // A file that is gone after an upgrade: the page itself says so.
  }
}

/** In milliseconds. Behind it, the page shows that its rows are on their way. */
const longest = 250

const waitBriefly = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, longest))])

/** One sample in the workbench; `issue`, `warning`: the one to whose place it leads. */
const sample = createRoute({
  getParentRoute: () => wholeWindowRoute,
  path: "d/$owner/$dataset/samples/$uuid",
  validateSearch: ({
    issue,
    warning,
  }: Readonly<Record<string, unknown>>): { readonly issue?: string; readonly warning?: string } => ({
    ...(typeof issue === "string" ? { issue } : {}),
    ...(typeof warning === "string" ? { warning } : {}),
  }),
  component: lazyRouteComponent(() => import("./SamplePage.tsx"), "SamplePage"),
})

/** The known label of a gold sample, in the workbench. */
const knownLabel = createRoute({
  getParentRoute: () => wholeWindowRoute,
  path: "d/$owner/$dataset/samples/$uuid/gold",
  component: lazyRouteComponent(() => import("../gold/KnownLabelPage.tsx"), "KnownLabelPage"),
})

export const wholeWindowSampleRoutes = [sample, knownLabel] as const
export const sampleRoutes = [samples] as const
