-- lists are read page by page, the oldest rows first
create index databases_by_age on databases (org_id, created_at, seq);
create index databases_by_owner_and_age on databases (owner_id, created_at, seq);
create index database_snapshots_by_age on database_snapshots (database_id, created_at, seq);
create index instances_by_age on instances (org_id, created_at, seq);
create index instances_by_owner_and_age on instances (owner_id, created_at, seq);
create index goldens_by_age on goldens (org_id, created_at, seq);
