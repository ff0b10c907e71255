/** The matrix: who may do what, written out by hand and held against the table and against the gate. */
import {
  Access,
  allows,
  Collaborators,
  type DatasetRole,
  IssueId,
  listPermissions,
  lowestRole,
  Operation,
  Organizations,
  SampleId,
  Users,
} from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { as, asSystem, datasetOf, named, people, world } from "../world.ts"

const roles: ReadonlyArray<DatasetRole> = ["public", "labeler", "reviewer", "manager", "admin", "owner"]

/** On a private dataset: `x` may, `-` may not, in the order of `roles`. A private dataset has no public readers. */
const matrix: { readonly [Name in Operation]: string } = {
  read: "xxxxxx",
  prelabel: "------",
  label: "-xxxxx",
  open_issue: "-xxxxx",
  comment: "-xxxxx",
  check: "-xxxxx",
  review: "--xxxx",
  write_any_label: "---xxx",
  prioritise: "---xxx",
  manage_issues: "---xxx",
  list_collaborators: "---xxx",
  view_work: "---xxx",
  move_roles: "---xxx",
  export: "---xxx",
  edit_samples: "----xx",
  edit_labelsets: "----xx",
  create_releases: "----xx",
  import: "----xx",
  configure: "----xx",
  edit_settings: "----xx",
  edit_collaborators: "----xx",
  read_audit: "----xx",
  archive: "----xx",
  delete_dataset: "-----x",
  transfer: "-----x",
  manage_webhooks: "-----x",
  clone: "----xx",
}

const may = (operation: Operation, role: DatasetRole, isPublic: boolean): boolean =>
  isPublic && operation === "clone" ? true : matrix[operation][roles.indexOf(role)] === "x"

describe("the matrix", () => {
  it("has a row for every operation", () => {
    assert.deepStrictEqual(Object.keys(matrix).sort(), [...Operation.literals].sort())
    assert.deepStrictEqual(Object.keys(lowestRole).sort(), Object.keys(matrix).sort())
  })

  for (const operation of Operation.literals) {
    for (const role of roles) {
      for (const isPublic of [true, false]) {
        const verb = may(operation, role, isPublic) ? "may" : "may not"
        it(`${role} ${verb} ${operation} on a ${isPublic ? "public" : "private"} dataset`, () => {
          assert.strictEqual(allows(role, operation, { public: isPublic }), may(operation, role, isPublic))
        })
      }
    }
  }

  it("lists the permissions of a role", () => {
    assert.deepStrictEqual(listPermissions("public", { public: true }), ["read", "clone"])
    assert.deepStrictEqual(listPermissions("public", { public: false }), ["read"])
    assert.deepStrictEqual(listPermissions("reviewer", { public: false }), [
      "read",
      "label",
      "open_issue",
      "comment",
      "check",
      "review",
    ])
    assert.deepStrictEqual(
      listPermissions("owner", { public: false }),
      Operation.literals.filter((operation) => operation !== "prelabel"),
    )
    assert.deepStrictEqual(listPermissions("model", { public: false }), ["read", "prelabel"])
  })
})

/** One person of every role on two datasets of one owner, one public and one private. */
const staffed = Effect.gen(function* () {
  yield* people("public", "labeler", "reviewer", "manager", "admin", "owner")
  yield* datasetOf("owner", { name: "open", public: true })
  yield* datasetOf("owner", { name: "shut" })
  const collaborators = yield* Collaborators
  for (const name of ["open", "shut"]) {
    for (const user of ["labeler", "reviewer", "manager", "admin"] as const) {
      yield* asSystem(collaborators.add(named("owner", name), { user, role: user }))
    }
  }
})

const outcome = (name: string, role: string, operation: Operation) =>
  Effect.gen(function* () {
    const access = yield* Access
    const result = yield* Effect.either(as(role)(access.require(named("owner", name), operation)))
    return Either.match(result, {
      onLeft: (error) => error._tag,
      onRight: (permitted) => permitted.role as string,
    })
  })

describe("the gate", () => {
  it.effect("lets through on a public dataset exactly what the matrix allows", () =>
    Effect.gen(function* () {
      yield* staffed
      for (const operation of Operation.literals) {
        for (const role of roles) {
          const expected = may(operation, role, true) ? role : "PermissionDenied"
          assert.strictEqual(yield* outcome("open", role, operation), expected, `${role} ${operation}`)
        }
      }
    }).pipe(Effect.provide(world())),
  )

  it.effect(
    "hides a private dataset from people without a role, and keeps to the matrix for the others",
    () =>
      Effect.gen(function* () {
        yield* staffed
        for (const operation of Operation.literals) {
          for (const role of roles) {
            const allowed = may(operation, role, false) ? role : "PermissionDenied"
            const expected = role === "public" ? "NotFound" : allowed
            assert.strictEqual(yield* outcome("shut", role, operation), expected, `${role} ${operation}`)
          }
        }
      }).pipe(Effect.provide(world())),
  )

  it.effect("shows a site admin no dataset, and the engine itself every one", () =>
    Effect.gen(function* () {
      yield* people("owner")
      yield* asSystem(Effect.flatMap(Users, (users) => users.create({ username: "root", siteAdmin: true })))
      yield* datasetOf("owner")
      const access = yield* Access
      const refused = yield* Effect.flip(as("root")(access.require(named("owner", "cats"), "read")))
      assert.strictEqual(refused._tag, "NotFound")
      const permitted = yield* asSystem(access.require(named("OWNER", "Cats"), "delete_dataset"))
      assert.deepStrictEqual([permitted.role, permitted.actor], ["owner", "owner"])
    }).pipe(Effect.provide(world())),
  )

  it.effect(
    "counts the higher of a member's and a collaborator's role, and makes an organization's admins owners",
    () =>
      Effect.gen(function* () {
        yield* people("boss", "ann", "bob")
        const organizations = yield* Organizations
        yield* as("boss")(organizations.create({ username: "acme" }))
        yield* as("boss")(organizations.putMember("acme", "ann", "reviewer"))
        yield* as("boss")(organizations.putMember("acme", "bob", "manager"))
        yield* datasetOf("acme")
        const collaborators = yield* Collaborators
        for (const user of ["ann", "bob"])
          yield* as("boss")(collaborators.add(named("acme", "cats"), { user, role: "labeler" }))
        const roleOf = (name: string) =>
          Effect.flatMap(Access, (access) => as(name)(access.find(named("acme", "cats"))))
        assert.strictEqual((yield* roleOf("boss")).role, "owner")
        assert.strictEqual((yield* roleOf("ann")).role, "reviewer")
        assert.strictEqual((yield* roleOf("bob")).role, "manager")
        yield* as("boss")(collaborators.setRole(named("acme", "cats"), "ann", "admin"))
        assert.strictEqual((yield* roleOf("ann")).role, "admin")
      }).pipe(Effect.provide(world())),
  )

  it.effect("answers malformed and unknown ids alike, by what was asked for", () =>
    Effect.gen(function* () {
      yield* people("ann")
      const access = yield* Access
      const unknown = "01930000-0000-7000-8000-000000000000"
      const resources = []
      for (const ref of [
        { _tag: "Sample", id: "12345" as typeof SampleId.Type },
        { _tag: "Sample", id: SampleId.make(unknown) },
        { _tag: "Issue", id: IssueId.make(unknown) },
        named("ann", "nothing"),
      ] as const) {
        const error = yield* Effect.flip(as("ann")(access.require(ref, "read")))
        resources.push(error.message)
      }
      assert.deepStrictEqual(resources, [
        "Sample not found.",
        "Sample not found.",
        "Issue not found.",
        "Dataset not found.",
      ])
    }).pipe(Effect.provide(world())),
  )
})
