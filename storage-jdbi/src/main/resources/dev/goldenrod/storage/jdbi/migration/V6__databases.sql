create table databases (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  owner_id uuid not null,
  cluster_id uuid not null,
  name varchar not null,
  type varchar not null,
  version varchar not null,
  memory varchar not null,
  storage varchar not null,
  cpu varchar not null,
  description varchar not null,
  parent_id uuid,
  source_id uuid,
  snapshot_id uuid,
  goal varchar not null,
  phase varchar not null,
  endpoint varchar not null,
  message varchar not null,
  created_at timestamp(3) with time zone not null,
  revision bigint not null,
  unique (org_id, name)
);

create table database_snapshots (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  database_id uuid not null,
  cluster_id uuid not null,
  name varchar not null,
  description varchar not null,
  phase varchar not null,
  size_bytes bigint not null,
  message varchar not null,
  created_at timestamp(3) with time zone not null,
  revision bigint not null
);

create index database_snapshots_by_database on database_snapshots (database_id);
