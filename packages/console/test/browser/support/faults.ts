/** Work in the workbench that meets a fault: a sample with one box on it that is not sent yet. */
import type { Route } from "playwright-core"
import type { TestBed } from "./bed.ts"
import { signedIn } from "./browser.ts"
import { makeDataset } from "./dataset.ts"
import type { Visit } from "./pages.ts"
import { drawBox, seesObjects, shownSample } from "./workbench.ts"

export interface UnsentWork extends Visit {
  readonly key: string
  /** The dataset with its owner. */
  readonly dataset: string
  readonly sample: string
}

/** Makes a labeler and a dataset of theirs with one sample, and draws a box on it. */
export const startsWork = async ({ browser, server }: TestBed, user: string): Promise<UnsentWork> => {
  const key = await server.person(user)
  const dataset = await makeDataset(server, {
    name: `of-${user}`,
    samples: 1,
    collaborators: { [user]: "labeler" },
  })
  // Cast: the list of a dataset with one sample.
  const [sample] = (await server.call("GET", `/datasets/${dataset}/samples/`)) as [{ readonly uuid: string }]
  const visited = await signedIn(browser, server, key)
  await visited.page.goto(`${server.origin}/console/d/${dataset}/label`)
  await shownSample(visited.page)
  await drawBox(visited.page)
  await seesObjects(visited.page, 1)
  return { ...visited, key, dataset, sample: sample.uuid }
}

/** The number of objects in the stored label of a sample; 0 where it has none. */
export const storedObjects = async ({ server }: TestBed, { sample }: UnsentWork): Promise<number> => {
  const found = await server.call("GET", `/samples/${sample}/?labelset=ground-truth`)
  // Cast: the record of a sample with its label.
  const { label } = found as { readonly label: { readonly attributes: { annotations: [] } | null } | null }
  return label?.attributes?.annotations.length ?? 0
}

/** The answer of a server that refuses a call. */
export const problem =
  (status: number, detail: string, headers: Readonly<Record<string, string>> = {}) =>
  (route: Route): Promise<void> =>
    route.fulfill({
      status,
      contentType: "application/problem+json",
      headers: { ...headers },
      body: JSON.stringify({
        type: "about:blank",
        title: detail,
        status,
        detail,
        code: "test",
        request_id: "req_0123456789",
      }),
    })
