/** The Helm chart, rendered: both roles without rights, secrets in files, probes, budgets and monitoring. */
import { spawnSync } from "node:child_process"
import { assert, describe, it } from "vitest"
import { parseAllDocuments } from "yaml"
import { items } from "../support/api.ts"
import { assertSettingsExist, at, deployed, deployFolder } from "../support/deploy.ts"

const chart = `${deployFolder}helm/annotary`
const required = ["publicUrl=https://labels.example", "secret.name=annotary"]

const helm = (...words: ReadonlyArray<string>) =>
  spawnSync("helm", words, { encoding: "utf8", env: process.env })

// No package of Debian has it: `.ci/chart` builds it, and runs this file.
const hasHelm = helm("version").status === 0

const rendered = (...values: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const flags = [...required, ...values].flatMap((value) => ["--set", value])
  const { status, stderr, stdout } = helm(
    "template",
    "team",
    chart,
    "--namespace=labels",
    "--kube-version=1.31.0",
    ...flags,
  )
  assert.strictEqual(status, 0, stderr)
  return parseAllDocuments(stdout, { version: "1.1" }).flatMap((document): ReadonlyArray<unknown> => {
    assert.deepStrictEqual(document.errors, [])
    const value: unknown = document.toJS()
    return value === null ? [] : [value]
  })
}

const ofKind = (all: ReadonlyArray<unknown>, kind: string) => all.filter((one) => at(one, "kind") === kind)

/** The deployment of a role, its only container, and the environment of that. */
const roleIn = (all: ReadonlyArray<unknown>, role: string) => {
  const deployment = ofKind(all, "Deployment").find(
    (one) => at(one, "metadata", "name") === `team-annotary-${role}`,
  )
  const pod = at(deployment, "spec", "template", "spec")
  const container = at(pod, "containers", 0)
  const variables = items(at(container, "env"))
  const environment: Readonly<Record<string, unknown>> = Object.fromEntries(
    variables.map((one) => [at(one, "name"), at(one, "value")]),
  )
  return { deployment, pod, container, environment }
}

describe("the Helm chart", () => {
  it("names settings that exist", () => {
    assertSettingsExist(deployed("helm/annotary/templates/_helpers.tpl"))
  })
})

describe.skipIf(!hasHelm)(
  `the rendered Helm chart${hasHelm ? "" : " (left out: helm is not installed)"}`,
  () => {
    it("is accepted by the linter", () => {
      const flags = required.flatMap((value) => ["--set", value])
      const { status, stdout } = helm("lint", "--strict", chart, ...flags)
      assert.strictEqual(status, 0, stdout)
    })

    it("refuses to render without the URL and the secret, and with a secret among the settings' names", () => {
      const { stderr } = helm("template", "team", chart)
      for (const missing of ["/publicUrl", "/secret/name"]) assert.include(stderr, missing)
      const flags = [...required, "settings.LD_PRELOAD=x"].flatMap((value) => ["--set", value])
      assert.include(helm("template", "team", chart, ...flags).stderr, "LD_PRELOAD")
    })

    it.each([
      ["serve", "api"],
      ["worker", "worker"],
    ])("runs %s as a user without rights, on a read-only file system", (role, setting) => {
      const { container, environment, pod } = roleIn(rendered(), role)
      assert.strictEqual(environment.ANNOTARY_ROLES, setting)
      assert.deepInclude(at(pod, "securityContext"), { runAsNonRoot: true, runAsUser: 1000 })
      assert.deepStrictEqual(at(pod, "securityContext", "seccompProfile"), { type: "RuntimeDefault" })
      assert.strictEqual(at(pod, "automountServiceAccountToken"), false)
      assert.deepStrictEqual(at(container, "securityContext"), {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      })
    })

    it.each(["serve", "worker"])("has secrets of %s in files, and no value of one", (role) => {
      const { container, environment, pod } = roleIn(rendered("settings.ANNOTARY_S3_ACCESS_KEY_ID=a"), role)
      for (const [name, value] of Object.entries(environment))
        if (name.endsWith("_FILE")) {
          assert.match(String(value), /^\/run\/secrets\/annotary\//)
          assert.oneOf(environment[name.replace(/_FILE$/, "")], [undefined, ""])
        }
      assert.containsAllKeys(environment, [
        "ANNOTARY_DATABASE_URL_FILE",
        "ANNOTARY_SECRET_KEYS_FILE",
        "ANNOTARY_S3_SECRET_ACCESS_KEY_FILE",
        "ANNOTARY_METRICS_TOKEN_FILE",
      ])
      assert.notInclude(JSON.stringify(at(container, "env")), "secretKeyRef")
      assert.deepStrictEqual(at(pod, "volumes", 0, "secret"), { secretName: "annotary", defaultMode: 0o440 })
    })

    it.each(["serve", "worker"])("probes %s on the port of health, and gives migrations time", (role) => {
      const { container, environment } = roleIn(rendered("startupSeconds=600"), role)
      assert.strictEqual(environment.ANNOTARY_METRICS_PORT, "9091")
      assert.deepStrictEqual(at(container, "livenessProbe", "httpGet"), {
        path: "/healthz",
        port: "operations",
      })
      for (const probe of ["startupProbe", "readinessProbe"])
        assert.deepStrictEqual(at(container, probe, "httpGet"), { path: "/readyz", port: "operations" })
      const seconds =
        Number(at(container, "startupProbe", "periodSeconds")) *
        Number(at(container, "startupProbe", "failureThreshold"))
      assert.strictEqual(seconds, 600)
    })

    it("keeps pods of each role while nodes are drained, and replaces none before the next is ready", () => {
      const all = rendered()
      const budgets = ofKind(all, "PodDisruptionBudget")
      assert.lengthOf(budgets, 2)
      for (const budget of budgets) {
        const selector = at(budget, "spec", "selector", "matchLabels")
        const [deployment] = ofKind(all, "Deployment").filter(
          (one) => JSON.stringify(at(one, "spec", "selector", "matchLabels")) === JSON.stringify(selector),
        )
        assert.deepStrictEqual(at(deployment, "spec", "template", "metadata", "labels"), selector)
        assert.deepInclude(at(deployment, "spec", "strategy", "rollingUpdate"), { maxUnavailable: 0 })
      }
    })

    it("has a ServiceMonitor on request, whose service leads to the pods of both roles", () => {
      assert.deepStrictEqual(ofKind(rendered(), "ServiceMonitor"), [])
      const all = rendered("metrics.serviceMonitor.enabled=true")
      const [monitor] = ofKind(all, "ServiceMonitor")
      const wanted = Object.entries(Object(at(monitor, "spec", "selector", "matchLabels")))
      const services = ofKind(all, "Service").filter((service) =>
        wanted.every(([key, value]) => at(service, "metadata", "labels", key) === value),
      )
      assert.deepStrictEqual(
        services.map((service) => at(service, "metadata", "name")),
        ["team-annotary-operations"],
      )
      const selector = Object.entries(Object(at(services[0], "spec", "selector")))
      for (const deployment of ofKind(all, "Deployment"))
        for (const [key, value] of selector)
          assert.strictEqual(at(deployment, "spec", "template", "metadata", "labels", key), value)
      assert.deepStrictEqual(at(monitor, "spec", "endpoints", 0, "authorization", "credentials"), {
        name: "annotary",
        key: "metrics-token",
      })
    })

    it("routes an ingress to the API alone", () => {
      const all = rendered("ingress.enabled=true", "ingress.host=labels.example", "ingress.tlsSecret=tls")
      const [ingress] = ofKind(all, "Ingress")
      const backend = at(ingress, "spec", "rules", 0, "http", "paths", 0, "backend", "service", "name")
      const service = ofKind(all, "Service").find((one) => at(one, "metadata", "name") === backend)
      assert.strictEqual(at(service, "spec", "selector", "app.kubernetes.io/component"), "serve")
    })
  },
)
