/** Transaction: all or nothing, as the database does it. */
import { Transaction } from "@annotary/core/effect"
import type { Database } from "../Database.ts"

export const transaction = ({ inside, run }: Database) => Transaction.of({ run, inside })
