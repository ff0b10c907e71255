/** Transaction: the transactions of the database. */
import { Transaction } from "@annotary/core/effect"
import type { Database } from "../Database.ts"

export const transaction = ({ inside, run }: Database) => Transaction.of({ run, inside })
