/** Transfers, histories, sessions, invitations, quotas and buckets. */
export const accounts: ReadonlyArray<string> = [
  `CREATE TABLE transfers (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    direction TEXT NOT NULL,
    format TEXT,
    options TEXT NOT NULL,
    asset_id TEXT,
    status TEXT NOT NULL,
    status_info TEXT,
    samples_done INTEGER NOT NULL,
    report TEXT,
    sha256 TEXT,
    size_bytes INTEGER,
    file_key TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) STRICT`,
  `CREATE TABLE configuration_versions (
    dataset_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    configuration TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT,
    PRIMARY KEY (dataset_id, number)
  ) STRICT`,
  "CREATE INDEX audit_log_age ON audit_log (at)",
  "CREATE INDEX jobs_ended ON jobs (created_at) WHERE status IN ('SUCCEEDED', 'FAILED')",
  "CREATE INDEX transfers_ended ON transfers (created_at) WHERE direction = 'export' AND status <> 'PENDING'",
  `CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    username TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    api_key_id TEXT,
    created_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    ends_at TEXT NOT NULL
  ) STRICT`,
  "CREATE INDEX sessions_user ON sessions (username, id)",
  "CREATE INDEX sessions_key ON sessions (api_key_id) WHERE api_key_id IS NOT NULL",
  "CREATE INDEX sessions_age ON sessions (last_seen_at)",
  "CREATE INDEX sessions_end ON sessions (ends_at)",
  `CREATE TABLE sign_in_tokens (
    digest TEXT NOT NULL PRIMARY KEY,
    username TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT`,
  "CREATE INDEX sign_in_tokens_user ON sign_in_tokens (username)",
  "CREATE INDEX sign_in_tokens_age ON sign_in_tokens (expires_at)",
  `CREATE TABLE asset_scans (
    name TEXT NOT NULL PRIMARY KEY,
    started_at TEXT NOT NULL,
    after_dataset TEXT
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    organization TEXT,
    invited_dataset TEXT,
    role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT,
    expires_at TEXT NOT NULL,
    max_uses INTEGER NOT NULL,
    uses INTEGER NOT NULL
  ) STRICT`,
  "CREATE INDEX invitations_organization ON invitations (organization, id) WHERE organization IS NOT NULL",
  "CREATE INDEX invitations_dataset ON invitations (invited_dataset, id) WHERE invited_dataset IS NOT NULL",
  "CREATE INDEX invitations_creator ON invitations (created_by)",
  "CREATE INDEX invitations_age ON invitations (expires_at)",
  `CREATE TABLE linked_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    username TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (issuer, subject)
  ) STRICT`,
  "CREATE INDEX linked_identities_user ON linked_identities (username)",
  `CREATE TABLE given_roles (
    username TEXT NOT NULL,
    organization TEXT NOT NULL,
    issuer TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (username, organization, issuer)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE quotas (
    organization TEXT NOT NULL PRIMARY KEY,
    samples_limit INTEGER,
    samples_used INTEGER NOT NULL,
    requests_limit INTEGER
  , bytes_limit INTEGER, bytes_used INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID`,
  "CREATE INDEX assets_creator ON assets (created_by, id) WHERE uploaded_at IS NOT NULL",
  `CREATE TABLE buckets (
    id TEXT NOT NULL PRIMARY KEY,
    organization TEXT NOT NULL,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    endpoint TEXT,
    region TEXT,
    url_seconds INTEGER NOT NULL,
    sealed TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (organization, kind, account, name, prefix)
  ) STRICT`,
  "CREATE INDEX assets_counted ON assets (counted_for) WHERE counted_for IS NOT NULL",
  "CREATE INDEX api_keys_embedded ON api_keys (expires_at) WHERE embedded = 1",
  "CREATE INDEX datasets_kept_work ON datasets (keep_work_until) WHERE keep_work_until IS NOT NULL",
  `CREATE TABLE picture_sizes (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    content TEXT NOT NULL,
    pictures TEXT NOT NULL,
    PRIMARY KEY (dataset_id, sample_id)
  ) STRICT`,
  // Last, as in a database that was migrated.
  "CREATE INDEX ended_claims_holder ON ended_claims (dataset_id, sample_id, holder) WHERE holder IS NOT NULL",
  `CREATE TABLE guide_acknowledgements (
    dataset_id TEXT NOT NULL,
    username TEXT NOT NULL,
    version TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (dataset_id, username, version)
  ) STRICT, WITHOUT ROWID`,
]
