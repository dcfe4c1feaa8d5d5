create table orphans (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  cluster_id uuid not null references clusters (id) on delete cascade,
  kind varchar not null,
  reference varchar not null,
  engine_type varchar not null,
  engine_release varchar not null,
  endpoint varchar not null,
  found_at timestamp(3) with time zone not null,
  delete_at timestamp(3) with time zone not null,
  constraint orphans_reference unique (cluster_id, kind, reference)
);
