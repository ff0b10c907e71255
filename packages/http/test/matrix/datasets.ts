/** Datasets, their settings and releases. */
import { computeGuideVersion } from "@annotary/core/effect"
import { guideText } from "../support/fixture.ts"
import { get, type Row, send } from "./rows.ts"

const guideVersion = computeGuideVersion(guideText)
const newDataset = { name: "fresh", category: "other", task_type: "vector" }
const configuration = { configuration: { categories: [{ id: 1, name: "car" }] } }
const migration = { ...configuration, config_version: 1, actions: [] }

export const datasetRows: ReadonlyArray<Row> = [
  { endpoint: "datasets.listMine", rule: "person", call: get(() => "/user/datasets/"), status: 200 },
  { endpoint: "datasets.listOf", rule: "person", call: get(() => "/users/owner/datasets/"), status: 200 },
  {
    endpoint: "datasets.create",
    rule: "person",
    call: send("POST", () => "/user/datasets/", newDataset),
    status: 201,
  },
  {
    endpoint: "datasets.createFor",
    rule: "organization_admin",
    call: send("POST", () => "/organizations/acme/datasets/", newDataset),
    status: 201,
    besides: { root: 403 },
  },
  { endpoint: "datasets.get", rule: "read", call: get(({ dataset }) => `${dataset}/`), status: 200 },
  {
    endpoint: "datasets.update",
    rule: "edit_settings",
    call: send("PATCH", ({ dataset }) => `${dataset}/`, { description: "new" }),
    status: 200,
  },
  {
    endpoint: "datasets.remove",
    rule: "delete_dataset",
    call: send("DELETE", ({ dataset }) => `${dataset}/`),
    status: 204,
  },
  {
    endpoint: "datasets.clone",
    rule: "clone",
    call: send("POST", ({ dataset }) => `${dataset}/clone/`, { name: "another", clone_labels: true }),
    status: 201,
  },
  {
    endpoint: "datasets.transfer",
    rule: "transfer",
    call: send("POST", ({ dataset }) => `${dataset}/transfer/`, { owner: "acme" }),
    status: 200,
  },
  {
    endpoint: "datasets.audit",
    rule: "read_audit",
    call: get(({ dataset }) => `${dataset}/audit/`),
    status: 200,
  },

  {
    endpoint: "configuration.get",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/configuration/`),
    status: 200,
  },
  {
    endpoint: "configuration.put",
    rule: "configure",
    call: send("PUT", ({ dataset }) => `${dataset}/configuration/`, configuration),
    status: 200,
  },
  {
    endpoint: "configuration.history",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/configuration/versions/`),
    status: 200,
  },
  {
    endpoint: "configuration.version",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/configuration/versions/1/`),
    status: 200,
  },
  {
    endpoint: "configuration.preview",
    rule: "configure",
    call: send("POST", ({ dataset }) => `${dataset}/configuration/preview/`, migration),
    status: 200,
  },
  {
    endpoint: "configuration.apply",
    rule: "configure",
    call: send("POST", ({ dataset }) => `${dataset}/configuration/apply/`, migration),
    status: 202,
  },
  {
    endpoint: "configuration.validate",
    rule: "person",
    call: send("POST", () => "/configuration/validate/", configuration),
    status: 200,
  },

  {
    endpoint: "guide.get",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/guide/`),
    status: 200,
  },
  {
    endpoint: "guide.acknowledge",
    rule: "label",
    call: send("PUT", ({ dataset }) => `${dataset}/guide/acknowledgement/`, { version: guideVersion }),
    status: 200,
  },
  {
    endpoint: "guide.listAcknowledgements",
    rule: "list_collaborators",
    call: get(({ dataset }) => `${dataset}/guide/acknowledgements/`),
    status: 200,
  },

  {
    endpoint: "collaborators.list",
    rule: "list_collaborators",
    call: get(({ dataset }) => `${dataset}/collaborators/`),
    status: 200,
  },
  {
    endpoint: "collaborators.get",
    rule: "list_collaborators",
    call: get(({ dataset }) => `${dataset}/collaborators/labeler`),
    status: 200,
  },
  {
    endpoint: "collaborators.add",
    rule: "edit_collaborators",
    call: send("POST", ({ dataset }) => `${dataset}/collaborators/`, { user: "stranger" }),
    status: 201,
  },
  {
    endpoint: "collaborators.join",
    rule: "site_admin",
    call: send("POST", ({ dataset }) => `${dataset}/join/`, {}),
    status: 200,
    // Whom the dataset is hidden from does not learn of it.
    besides: { stranger: 404 },
  },
  {
    endpoint: "collaborators.change",
    rule: "move_roles",
    call: send("PATCH", ({ dataset }) => `${dataset}/collaborators/labeler`, { role: "reviewer" }),
    status: 200,
  },
  {
    endpoint: "collaborators.change",
    note: "to a role above reviewer",
    rule: "edit_collaborators",
    call: send("PATCH", ({ dataset }) => `${dataset}/collaborators/labeler`, { role: "manager" }),
    status: 200,
  },
  {
    endpoint: "collaborators.remove",
    rule: "edit_collaborators",
    call: send("DELETE", ({ dataset }) => `${dataset}/collaborators/labeler`),
    status: 204,
  },

  {
    endpoint: "labelsets.list",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/labelsets/`),
    status: 200,
  },
  {
    endpoint: "labelsets.get",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/labelsets/model/`),
    status: 200,
  },
  {
    endpoint: "labelsets.create",
    rule: "edit_labelsets",
    call: send("POST", ({ dataset }) => `${dataset}/labelsets/`, {
      name: "second",
      description: "",
      attributes: "{}",
    }),
    status: 201,
  },
  {
    endpoint: "labelsets.update",
    rule: "edit_labelsets",
    call: send("PATCH", ({ dataset }) => `${dataset}/labelsets/model/`, { description: "of June" }),
    status: 200,
  },
  {
    endpoint: "labelsets.remove",
    rule: "edit_labelsets",
    call: send("DELETE", ({ dataset }) => `${dataset}/labelsets/model/`),
    status: 204,
  },

  {
    endpoint: "releases.list",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/releases/`),
    status: 200,
  },
  {
    endpoint: "releases.get",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/releases/v1/`),
    status: 200,
  },
  {
    endpoint: "releases.create",
    rule: "create_releases",
    call: send("POST", ({ dataset }) => `${dataset}/releases/`, { name: "v3", description: "" }),
    status: 201,
  },
  {
    endpoint: "releases.update",
    rule: "create_releases",
    call: send("PATCH", ({ dataset }) => `${dataset}/releases/v1/`, { description: "of June" }),
    status: 200,
  },
  {
    endpoint: "releases.remove",
    rule: "create_releases",
    call: send("DELETE", ({ dataset }) => `${dataset}/releases/v1/`),
    status: 204,
  },
  {
    endpoint: "exports.list",
    rule: "export",
    call: get(({ dataset }) => `${dataset}/exports/`),
    status: 200,
  },
  {
    endpoint: "exports.create",
    rule: "export",
    call: send("POST", ({ dataset }) => `${dataset}/exports/`, { format: "short" }),
    status: 201,
  },
  {
    endpoint: "exports.get",
    rule: "export",
    call: get(({ dataset, transfers }) => `${dataset}/exports/${transfers.exported}/`),
    status: 200,
  },
  {
    endpoint: "exports.cancel",
    rule: "export",
    call: send("POST", ({ dataset, transfers }) => `${dataset}/exports/${transfers.exported}/cancel/`),
    status: 200,
  },
  {
    endpoint: "exports.remove",
    rule: "export",
    call: send("DELETE", ({ dataset, transfers }) => `${dataset}/exports/${transfers.export}/`),
    status: 204,
  },
  {
    endpoint: "imports.list",
    rule: "import",
    call: get(({ dataset }) => `${dataset}/imports/`),
    status: 200,
  },
  {
    endpoint: "imports.create",
    rule: "import",
    call: ({ dataset, transfers }) => ({
      method: "POST",
      path: `${dataset}/imports/`,
      body: { asset: transfers.archive },
    }),
    status: 201,
  },
  {
    endpoint: "imports.get",
    rule: "import",
    call: get(({ dataset, transfers }) => `${dataset}/imports/${transfers.imported}/`),
    status: 200,
  },
  {
    endpoint: "imports.cancel",
    rule: "import",
    call: send("POST", ({ dataset, transfers }) => `${dataset}/imports/${transfers.imported}/cancel/`),
    status: 200,
  },
  {
    endpoint: "imports.remove",
    rule: "import",
    call: send("DELETE", ({ dataset, transfers }) => `${dataset}/imports/${transfers.import}/`),
    status: 204,
  },
  {
    endpoint: "releases.diff",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/releases/v1/diff/v2/`),
    status: 200,
  },
  {
    endpoint: "releases.statements",
    rule: "read",
    call: get(({ dataset }) => `${dataset}/releases/v1/statements/`),
    status: 200,
  },
  {
    endpoint: "releases.appendStatement",
    rule: "create_releases",
    call: send("POST", ({ dataset }) => `${dataset}/releases/v1/statements/`, {
      predicate_type: "https://example.org/audit/v1",
      predicate: { bound: 0.02 },
    }),
    status: 201,
  },
  {
    endpoint: "releases.prove",
    rule: "read",
    call: get(({ dataset, samples: [first] }) => `${dataset}/releases/v1/proofs/${first}/`),
    status: 200,
  },
  {
    endpoint: "releaseAudits.list",
    rule: "review",
    call: get(({ dataset }) => `${dataset}/releases/v1/audits/`),
    status: 200,
  },
  {
    endpoint: "releaseAudits.create",
    rule: "create_releases",
    call: send("POST", ({ dataset }) => `${dataset}/releases/v1/audits/`, { goal: 0.02 }),
    status: 202,
  },
  {
    endpoint: "releaseAudits.get",
    rule: "review",
    call: get(({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/`),
    status: 200,
  },
  {
    endpoint: "releaseAudits.claim",
    rule: "review",
    call: send("POST", ({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/claim/`),
    status: 200,
  },
  {
    endpoint: "releaseAudits.listDraws",
    rule: "view_work",
    call: get(({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/draws/`),
    status: 200,
  },
  {
    endpoint: "releaseAudits.submit",
    rule: "review",
    call: send("PUT", ({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/draws/1/`, {
      errors: [],
    }),
    // Nobody has claimed the draw.
    status: 409,
  },
  {
    endpoint: "releaseAudits.closeDraw",
    rule: "write_any_label",
    call: send("POST", ({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/draws/1/close/`, {
      reason: "The picture is gone.",
    }),
    status: 200,
  },
  {
    endpoint: "releaseAudits.undo",
    rule: "review",
    call: send("DELETE", ({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/draws/1/`),
    status: 200,
    // Nobody has an outcome yet, so it is that of somebody else.
    besides: { reviewer: 403 },
  },
  {
    endpoint: "releaseAudits.returnStratum",
    rule: "write_any_label",
    call: send("POST", ({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/return_stratum/`, {
      kind: "labeler",
      name: "owner",
    }),
    status: 200,
  },
  {
    endpoint: "releaseAudits.finish",
    rule: "create_releases",
    call: send("POST", ({ audit, dataset }) => `${dataset}/releases/v2/audits/${audit}/finish/`),
    status: 200,
  },
]
