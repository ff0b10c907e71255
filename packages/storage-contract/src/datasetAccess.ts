/** DatasetStore: the role of a person on a dataset, in one statement. */
import {
  castToJsonText,
  DatasetStore,
  generateId,
  LabelStore,
  QuotaStore,
  type Role,
  roleOrder,
  SampleId,
  SampleStore,
  Username,
  UserStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  addDataset,
  addLabelset,
  addOrganization,
  addPerson,
  addSample,
  instant,
  makeLabel,
} from "./fixtures.ts"
import { makeSuite } from "./suite.ts"

const roles: ReadonlyArray<Role> = ["labeler", "reviewer", "manager", "admin"]

export const datasetAccess = makeSuite("DatasetStore, roles", {
  "returns a role for the owner and the collaborators, and for nobody else": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob, cid] = yield* Effect.all([addPerson("ann"), addPerson("bob"), addPerson("cid")])
    const dataset = yield* addDataset(ann, "streets", { public: true })
    yield* store.addCollaborator(dataset.id, bob, "manager")
    const readRole = (user: Username | null) =>
      Effect.map(store.access({ _tag: "Id", id: dataset.id }, user), (found) => Option.getOrThrow(found).role)
    assert.strictEqual(yield* readRole(ann), "owner")
    assert.strictEqual(yield* readRole(bob), "manager")
    assert.isNull(yield* readRole(cid))
    assert.isNull(yield* readRole(null))
    assert.isNull(yield* readRole(Username.make("nobody")))
  }),

  "is read with a sample and its label as alone": Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const samples = yield* SampleStore
    const acme = yield* addOrganization("acme")
    const dataset = yield* addDataset(acme)
    const truth = yield* addLabelset(dataset)
    const sample = yield* addSample(dataset)
    const label = yield* makeLabel(sample, truth, { attributes: castToJsonText(`{"annotations":[]}`) })
    yield* Effect.flatMap(LabelStore, (store) => store.writeNew([label], "write"))
    const [bob, cid, member] = yield* Effect.all([addPerson("bob"), addPerson("cid"), addPerson("member")])
    const disabled = yield* addPerson("disabled", { disabledAt: instant })
    yield* datasets.addCollaborator(dataset.id, bob, "reviewer")
    yield* datasets.addCollaborator(dataset.id, disabled, "admin")
    yield* Effect.flatMap(UserStore, (users) =>
      users.putMember({ organization: acme, user: member, role: "admin" }),
    )
    yield* Effect.flatMap(QuotaStore, (quotas) =>
      quotas.set(acme, { samples: null, bytes: null, requestsPerMinute: 5 }),
    )
    for (const user of [member, bob, cid, disabled, acme, Username.make("nobody"), null]) {
      const access = Option.getOrThrow(yield* datasets.access({ _tag: "Id", id: dataset.id }, user))
      const opened = Option.getOrThrow(yield* samples.forWriteBy(user, sample.id, truth.id))
      const alone = Option.getOrThrow(yield* samples.forWrite(sample.id, truth.id))
      assert.deepStrictEqual(alone.label, label)
      assert.deepStrictEqual(opened, { ...alone, access }, String(user))
    }
    const missing = yield* generateId(SampleId)
    assert.isTrue(Option.isNone(yield* samples.forWriteBy(member, missing, truth.id)))
    yield* samples.markDeleted(dataset.id, [sample.id], instant)
    assert.isTrue(Option.isNone(yield* samples.forWriteBy(member, sample.id, truth.id)))
  }),

  "returns no role for disabled users and organizations": Effect.gen(function* () {
    const store = yield* DatasetStore
    const ann = yield* addPerson("ann", { disabledAt: instant })
    const bob = yield* addPerson("bob", { disabledAt: instant })
    const acme = yield* addOrganization("acme")
    const dataset = yield* addDataset(ann)
    const team = yield* addDataset(acme, "team")
    yield* store.addCollaborator(dataset.id, bob, "admin")
    for (const user of [ann, bob, acme]) {
      assert.isNull(Option.getOrThrow(yield* store.access({ _tag: "Id", id: dataset.id }, user)).role)
    }
    assert.isNull(Option.getOrThrow(yield* store.access({ _tag: "Id", id: team.id }, acme)).role)
    assert.strictEqual((yield* store.rolesOf(dataset.id, [ann, bob])).size, 0)
    assert.strictEqual((yield* store.rolesOf(team.id, [acme])).size, 0)
  }),

  "returns the higher of the member's and the collaborator's role, and treats an organization's admin as the owner":
    Effect.gen(function* () {
      const store = yield* DatasetStore
      const users = yield* UserStore
      const acme = yield* addOrganization("Acme")
      const dataset = yield* addDataset(acme)
      const all = [null, ...roles]
      const people = yield* Effect.forEach(
        all.flatMap((member) => all.map((collaborator) => ({ member, collaborator }))),
        ({ member, collaborator }) =>
          Effect.gen(function* () {
            const user = yield* addPerson(`m-${member}-c-${collaborator}`)
            if (member !== null) yield* users.putMember({ organization: acme, user, role: member })
            if (collaborator !== null) yield* store.addCollaborator(dataset.id, user, collaborator)
            const rank = Math.max(
              ...[member, collaborator].map((role) => (role === null ? -1 : roleOrder.indexOf(role))),
            )
            return { user, role: member === "admin" ? "owner" : (roleOrder[rank] ?? null) }
          }),
      )
      for (const { user, role } of people) {
        const access = Option.getOrThrow(yield* store.access({ _tag: "Id", id: dataset.id }, user))
        assert.strictEqual(access.role, role, user)
      }
      const expected = people.filter(({ role }) => role !== null).map(({ user, role }) => [user, role])
      const rolesByName = yield* store.rolesOf(dataset.id, [
        ...people.map(({ user }) => user),
        Username.make("nobody"),
      ])
      assert.sameDeepMembers(
        [...rolesByName].map(([user, role]) => [user, role]),
        expected,
      )
    }),

  "reports whether events are written for the owner: for webhooks or for the feed": Effect.gen(function* () {
    const store = yield* DatasetStore
    const users = yield* UserStore
    const ann = yield* addPerson("ann")
    const dataset = yield* addDataset(ann)
    const reported = Effect.map(
      store.access({ _tag: "Id", id: dataset.id }, null),
      (found) => Option.getOrThrow(found).recordsEvents,
    )
    assert.isFalse(yield* reported)
    yield* users.update(ann, { webhooksEnabled: true })
    assert.isTrue(yield* reported)
    yield* users.update(ann, { webhooksEnabled: false, feedSince: instant })
    assert.isTrue(yield* reported)
    yield* users.update(ann, { feedSince: null })
    assert.isFalse(yield* reported)
  }),

  "returns the roles of several users at once, including the owner": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, bob, cid] = yield* Effect.all([addPerson("ann"), addPerson("bob"), addPerson("cid")])
    const dataset = yield* addDataset(ann)
    yield* store.addCollaborator(dataset.id, bob, "labeler")
    const rolesByName = yield* store.rolesOf(dataset.id, [ann, bob, cid])
    assert.sameDeepMembers(
      [...rolesByName],
      [
        [ann, "owner"],
        [bob, "labeler"],
      ],
    )
    assert.strictEqual((yield* store.rolesOf(dataset.id, [])).size, 0)
  }),

  "lists the datasets that an organization owns": Effect.gen(function* () {
    const store = yield* DatasetStore
    const [ann, acme] = yield* Effect.all([addPerson("ann"), addOrganization("acme")])
    yield* addDataset(ann)
    const [one, two, gone] = yield* Effect.all([
      addDataset(acme, "one"),
      addDataset(acme, "two"),
      addDataset(acme, "gone"),
    ])
    yield* store.markDeleted(gone.id, instant)
    assert.sameMembers([...(yield* store.idsOwnedBy(acme))], [one.id, two.id])
  }),
})
