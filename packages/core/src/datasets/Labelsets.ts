import { Effect, Option, Schema } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { LabelsetStore } from "../access/LabelsetStore.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { AlreadyExists, Conflict, NotFound } from "../domain/errors.ts"
import { type DatasetId, generateId, LabelsetId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { LabelsetName, nameKey } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { Description } from "../domain/wire/fields.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"

/** The input of a new labelset. */
export interface NewLabelset {
  readonly name: string
  readonly description?: string | undefined
}

const decode = decodeInput(
  Schema.Struct({
    name: LabelsetName,
    description: Schema.optionalWith(Description, { default: () => "" }),
  }),
)

/** Absent fields stay unchanged. */
export interface LabelsetPatch {
  readonly description?: string | undefined
}

const decodePatch = decodeInput(Schema.Struct({ description: Schema.optional(Description) }))

/** Labelsets: the layers of labels over a dataset's samples. Every dataset has `ground-truth`. */
export class Labelsets extends Effect.Service<Labelsets>()("@annotary/core/Labelsets", {
  effect: Effect.gen(function* () {
    const store = yield* LabelsetStore
    const transaction = yield* Transaction
    const access = yield* Access
    const audit = yield* AuditLog
    const records = yield* DatasetRecords

    /** Lists the labelsets of a dataset: ground truth first, then oldest first. */
    const list = traced("Labelsets.list")(function* (ref: DatasetRef) {
      const { dataset } = yield* access.require(ref, "read")
      return yield* store.list(dataset.id)
    })

    /** Returns a labelset by name. */
    const get = traced("Labelsets.get")(function* (ref: DatasetRef, name: string) {
      const { dataset } = yield* access.require(ref, "read")
      return yield* findNamed(dataset.id, name)
    })

    /** Creates a labelset. Its name must be free in the dataset. */
    const create = traced("Labelsets.create")(function* (ref: DatasetRef, input: NewLabelset) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.requireWritable(ref, "edit_labelsets")
        const { name, description } = yield* decode(input)
        const labelset: Labelset = {
          id: yield* generateId(LabelsetId),
          datasetId: permitted.dataset.id,
          name,
          description,
          isGroundTruth: false,
          createdAt: yield* now,
          createdBy: permitted.actor,
        }
        if (!(yield* store.insert(labelset))) return yield* new AlreadyExists({ resource: "labelset" })
        yield* records.report(permitted, "dataset.updated")
        return labelset
      })
      return yield* transaction.run(attempt)
    })

    /** Changes the given fields of a labelset. */
    const update = traced("Labelsets.update")(function* (
      ref: DatasetRef,
      name: string,
      patch: LabelsetPatch,
    ) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.requireWritable(ref, "edit_labelsets")
        const labelset = yield* findNamed(permitted.dataset.id, name)
        const { description = labelset.description } = yield* decodePatch(patch)
        if (description === labelset.description) return labelset
        if (!(yield* store.describe(permitted.dataset.id, labelset.id, description)))
          return yield* new NotFound({ resource: "labelset" })
        yield* records.report(permitted, "dataset.updated")
        return { ...labelset, description }
      })
      return yield* transaction.run(attempt)
    })

    /** Deletes a labelset with all its labels. */
    const remove = traced("Labelsets.remove")(function* (ref: DatasetRef, name: string) {
      const attempt = Effect.gen(function* () {
        const permitted = yield* access.requireWritable(ref, "edit_labelsets")
        const { dataset } = permitted
        const labelset = yield* findNamed(dataset.id, name)
        if (labelset.isGroundTruth) return yield* new Conflict({ code: "ground_truth_stays" })
        const removed = yield* store.markDeleted(dataset.id, labelset.id, yield* now)
        if (!removed) return yield* new NotFound({ resource: "labelset" })
        yield* audit.record({
          action: "labelset.deleted",
          account: dataset.owner,
          datasetId: dataset.id,
          details: { labelset: labelset.name },
        })
        yield* records.report(permitted, "dataset.updated")
      })
      yield* transaction.run(attempt)
    })

    const findNamed = (dataset: DatasetId, name: string) =>
      Effect.flatMap(
        store.byName(dataset, name),
        Option.match({
          onNone: () => Effect.fail(new NotFound({ resource: "labelset" })),
          onSome: Effect.succeed,
        }),
      )

    /** Copies the labelsets of another dataset, except the ground truth, in the caller's transaction. */
    const copyAll = Effect.fnUntraced(function* (from: DatasetId, to: Dataset) {
      for (const labelset of yield* store.list(from)) {
        if (labelset.isGroundTruth) continue
        const made = { id: yield* generateId(LabelsetId), createdAt: to.createdAt, createdBy: to.createdBy }
        yield* store.insert({ ...labelset, ...made, datasetId: to.id })
      }
    })

    /** The labelsets of two datasets that have the same name. */
    const findPairs = Effect.fnUntraced(function* (from: DatasetId, to: DatasetId) {
      const others = new Map((yield* store.list(to)).map((labelset) => [nameKey(labelset.name), labelset]))
      return (yield* store.list(from)).flatMap((labelset) => {
        const twin = others.get(nameKey(labelset.name))
        return twin === undefined ? [] : [{ from: labelset, to: twin }]
      })
    })

    return { list, get, create, update, remove, copyAll, findPairs }
  }),
}) {
  static readonly dependencies = [Access, AuditLog, DatasetRecords] as const
}
