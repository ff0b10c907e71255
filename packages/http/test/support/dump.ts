/** All that can be seen of the fixture, as one value: equal before and after means that nothing changed. */
import type { Fixture } from "./fixture.ts"
import { people } from "./world.ts"

export const dump = async (fixture: Fixture): Promise<unknown> => {
  const { dataset, ok, samples } = fixture
  const paths = [
    "/user/datasets/?include=shared",
    "/user/api_keys/",
    "/claims/",
    "/organizations/acme/members/",
    "/organizations/acme/audit/",
    "/organizations/acme/invitations/",
    "/organizations/acme/buckets/",
    ...people.map((name) => `/users/${name}`),
    `${dataset}/`,
    `${dataset}/samples/?labelset=ground-truth&include_full_label=1`,
    `${dataset}/samples/?labelset=model&include_full_label=1`,
    ...[
      "configuration",
      "collaborators",
      "invitations",
      "labelsets",
      "issues",
      "claims",
      "workunits",
      "releases",
      "audit",
    ].map((part) => `${dataset}/${part}/`),
    ...samples.map((sample) => `/labels/${sample}/ground-truth/history/`),
  ]
  const found: Record<string, unknown> = {}
  for (const path of paths) found[path] = JSON.parse((await ok({ method: "GET", path })).text, steady)
  return found
}

/** Without what changes by being looked at. */
const steady = (key: string, value: unknown): unknown =>
  key === "last_used_at" || key === "url" ? null : value
